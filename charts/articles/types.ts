import type { Stored } from '../../shared/results/stored-files.ts'
import { isWhole, whole } from '../instruments/types/findings.ts'
import { COMPILERS, type TypesFile } from '../instruments/types/format.ts'
import { type TypesRow, typesRows } from '../instruments/types/summary.ts'
import { placeLine } from '../text/conditions.ts'
import { significant } from '../text/numbers.ts'
import { type Article, barChart } from './article.ts'

const [SIX, SEVEN, ONE] = COMPILERS
const SHORT = { [SIX]: 'six', [SEVEN]: 'seven', [ONE]: 'one' }

/** Figures are named `<library>.<part>.<compiler>`, such as `orpc.client.six`. */
export function typesArticle({ file }: Stored<TypesFile>): Article {
  const rows = typesRows(file)
  const clients = rows.filter(({ part }) => part === 'client')
  const schemas = rows.filter(({ kind }) => kind === 'schemas')
  const [least, most] = ends(clients)
  const [leastSchema, mostSchema] = ends(schemas)
  const heaviest = most.compilers
  const { sizes, compilers } = file.protocol
  const ratio = times(countOf(most), countOf(least))
  return {
    name: 'types',
    figures: {
      ...Object.fromEntries(rows.flatMap(figuresOf)),
      ...Object.fromEntries(file.servers.map(({ name, version }) => [`${name}.version`, version ?? ''])),
      ...Object.fromEntries(compilers.map(({ name, version }) => [`${SHORT[name]}.version`, version])),
      ...Object.fromEntries(['small', 'middle', 'large'].map((size, i) => [size, whole(sizes[i] ?? 0)])),
      ...{ least: least.displayName, most: most.displayName, ratio },
      ...{ leastSchema: leastSchema.displayName, mostSchema: mostSchema.displayName },
      perChecker: whole((heaviest[SEVEN].instantiations ?? 0) / 4),
      share: `${significant((25 * (heaviest[SEVEN].instantiations ?? 0)) / (heaviest[ONE].instantiations ?? 0), 2)}%`,
      sevenOverSix: times(heaviest[SEVEN].seconds, heaviest[SIX].seconds),
      sevenOverOne: times(heaviest[SEVEN].seconds, heaviest[ONE].seconds),
      oneOverSix: times(heaviest[ONE].seconds, heaviest[SIX].seconds),
      memory: times(heaviest[SEVEN].peakMegabytes, heaviest[ONE].peakMegabytes),
    },
    chart: barChart({
      title: `${most.displayName} costs ${ratio} times the type instantiations of ${least.displayName}`,
      subtitle:
        'Lower is better. Type instantiations per procedure: server with its typed client, where it has one. Bars: TypeScript 6.',
      axis: 'instantiations per procedure',
      headings: ['TS 6', 'TS 7', '1 checker'],
      bars: rows
        .filter(({ kind }) => kind === 'procedures')
        .filter(isWhole)
        .map(({ displayName, compilers: own }) => {
          const [six = '', seven = '', one = ''] = COMPILERS.map((name) => whole(own[name].instantiations ?? 0))
          return { label: displayName, value: own[SIX].instantiations ?? 0, texts: [six, seven, one] }
        }),
      caption: placeLine(file, false),
    }),
  }
}

function figuresOf({ name, part, compilers }: TypesRow): [string, string][] {
  const own = COMPILERS.flatMap((compiler): [string, number | null, (value: number) => string][] => {
    const { instantiations, growth, seconds, peakMegabytes } = compilers[compiler]
    return [
      [SHORT[compiler], instantiations, whole],
      [`${SHORT[compiler]}.before`, instantiations && growth && instantiations / growth, whole],
      [`${SHORT[compiler]}.seconds`, seconds, (value) => significant(value, 2)],
      [`${SHORT[compiler]}.gigabytes`, peakMegabytes && peakMegabytes / 1e3, (value) => significant(value, 2)],
    ]
  })
  return own.flatMap(([figure, value, format]) =>
    value === null ? [] : [[`${name}.${part}.${figure}`, format(value)]],
  )
}

const countOf = ({ compilers }: TypesRow) => compilers[SIX].instantiations ?? 0

/** The rows with the fewest and the most instantiations. */
function ends(rows: readonly TypesRow[]): [TypesRow, TypesRow] {
  const sorted = rows.toSorted((a, b) => countOf(a) - countOf(b))
  return [sorted[0] as TypesRow, sorted.at(-1) as TypesRow]
}

const times = (value: number | null, other: number | null) => significant((value ?? 0) / (other ?? 0), 2)
