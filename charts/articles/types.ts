import type { Stored } from '../../shared/format/stored-files.ts'
import { COMPILERS, type CompilerName, type TypesFile } from '../instruments/types/format.ts'
import {
  costOf,
  isCompared,
  largestOf,
  type TypesRow,
  typesRows,
  whole,
} from '../instruments/types/summary.ts'
import { placeLine } from '../text/conditions.ts'
import { isUnranked } from '../text/marks.ts'
import { significant } from '../text/numbers.ts'
import { type Article, dotChart } from './article.ts'

const [SIX, SEVEN, ONE] = COMPILERS
const SHORT = { [SIX]: 'six', [SEVEN]: 'seven', [ONE]: 'one' }

/** Figures are named `<library or variant>.<part>.<compiler>`, such as `orpc.client.six`. */
export function typesArticle({ file }: Stored<TypesFile>): Article {
  const rows = typesRows(file)
  const clients = rows.filter((row) => isCompared(row) && row.part === 'client')
  const schemas = rows.filter(({ kind }) => kind === 'schemas')
  const [least, most] = ends(clients)
  const [leastSchema, mostSchema] = ends(schemas)
  const [seven, one] = [SEVEN, ONE].map((name) => costOf(most, name) ?? 0) as [number, number]
  const ofMost = (figure: 'cpuSeconds' | 'peakBytes', name: CompilerName, other: CompilerName) =>
    times(largestOf(most, name, figure), largestOf(most, other, figure))
  const { sizes } = file.protocol
  const [sixth, seventh] = file.environment.generatorVersion.match(/\d[\d.]*/g) ?? []
  const ratio = times(countOf(most), countOf(least))
  return {
    name: 'types',
    figures: {
      ...Object.fromEntries(rows.flatMap(figuresOf)),
      ...Object.fromEntries(
        file.servers.map(({ name, version }) => [`${name}.version`, version ?? '']),
      ),
      ...Object.fromEntries(file.servers.flatMap(failureOf)),
      ...{ 'six.version': sixth ?? '', 'seven.version': seventh ?? '' },
      ...Object.fromEntries(
        ['small', 'middle', 'large'].map((size, i) => [size, whole(sizes[i] ?? 0)]),
      ),
      ...{ least: least.displayName, most: most.displayName, ratio },
      ...{ leastSchema: leastSchema.displayName, mostSchema: mostSchema.displayName },
      ...{ perChecker: whole(seven / 4), share: `${significant((25 * seven) / one, 2)}%` },
      sevenOverSix: ofMost('cpuSeconds', SEVEN, SIX),
      sevenOverOne: ofMost('cpuSeconds', SEVEN, ONE),
      oneOverSix: ofMost('cpuSeconds', ONE, SIX),
      memory: ofMost('peakBytes', SEVEN, ONE),
    },
    chart: dotChart({
      title: `${most.displayName} costs ${ratio} times the type instantiations of ${least.displayName}`,
      subtitle:
        'Lower is better. Type instantiations per procedure: server with its typed client, where it has one. Points: TypeScript 6.',
      axis: 'instantiations per procedure',
      headings: ['TS 6', 'TS 7', '1 checker'],
      dots: rows.filter(isCompared).map((row) => {
        const [six = '', seven = '', one = ''] = COMPILERS.map((name) =>
          whole(costOf(row, name) ?? 0),
        )
        return { label: row.displayName, value: costOf(row, SIX) ?? 0, texts: [six, seven, one] }
      }),
      caption: placeLine(file, false),
    }),
  }
}

function figuresOf(row: TypesRow): [string, string][] {
  const own = COMPILERS.flatMap(
    (compiler): [string, number | null, (value: number) => string][] => [
      [SHORT[compiler], costOf(row, compiler), whole],
      [`${SHORT[compiler]}.before`, costOf(row, compiler, 'instantiations', 1), whole],
      [
        `${SHORT[compiler]}.seconds`,
        largestOf(row, compiler, 'cpuSeconds'),
        (value) => significant(value, 2),
      ],
      [
        `${SHORT[compiler]}.gigabytes`,
        largestOf(row, compiler, 'peakBytes'),
        (value) => significant(value / 1e9, 2),
      ],
    ],
  )
  return own.flatMap(([figure, value, format]) =>
    value === null ? [] : [[`${row.variant ?? row.name}.${row.part}.${figure}`, format(value)]],
  )
}

function failureOf({ name, variant, compiles }: TypesFile['servers'][number]): [string, string][] {
  const failure = compiles.find((compile) => compile.failure !== null)?.failure
  return failure ? [[`${variant ?? name}.failure`, failure]] : []
}

const countOf = (row: TypesRow) => costOf(row, SIX) ?? 0

/** The ranked rows with the fewest and the most instantiations. */
function ends(rows: readonly TypesRow[]): [TypesRow, TypesRow] {
  const sorted = rows.filter((row) => !isUnranked(row)).toSorted((a, b) => countOf(a) - countOf(b))
  return [sorted[0] as TypesRow, sorted.at(-1) as TypesRow]
}

const times = (value: number | null, other: number | null) =>
  significant((value ?? 0) / (other ?? 0), 2)
