/** What inferred types cost the compiler. */
import { grouped, plural } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import type { Stored } from '../../../shared/results/stored-files.ts'
import type { Layer } from '../../draw/layer.ts'
import type { Theme } from '../../draw/theme.ts'
import { placeLine } from '../../text/conditions.ts'
import { significant } from '../../text/numbers.ts'
import { barChart } from '../bars.ts'
import type { Column } from '../columns.ts'
import { instrument, type Table } from '../instrument.ts'
import { COMPILERS, type CompilerName, type TypesFile, typesStore } from './format.ts'
import { type CompilerSummary, type TypesRow, typesRows } from './summary.ts'

type File = Unsealed<TypesFile>
type TypesColumn = Column<TypesRow, File>

const [SIX, SEVEN, ONE] = COMPILERS
const SHORT: Record<CompilerName, string> = { [SIX]: 'TS 6', [SEVEN]: 'TS 7', [ONE]: 'TS 7, 1 checker' }
const KEYS: Record<CompilerName, string> = { [SIX]: '6', [SEVEN]: '7', [ONE]: '7_one_checker' }
const PARTS = { client: 'with client', server: 'server' }
const round = (value: number) => grouped(Math.round(value))

/** A column per compiler. */
const perCompiler = (
  title: string,
  key: string,
  value: (summary: CompilerSummary) => number | null,
  format: (value: number) => string,
  names: readonly CompilerName[] = COMPILERS,
): TypesColumn[] =>
  names.map((name) => ({
    ...{ title: `${title}, ${SHORT[name]}`, key: `${key}_ts_${KEYS[name]}`, better: 'lower', format },
    value: ({ compilers }) => value(compilers[name]),
  }))

const columnsFor = (noun: string, file?: File): TypesColumn[] => {
  const largest = file ? ` at ${grouped(file.protocol.sizes.at(-1) ?? 0)}` : ', largest project'
  const threeDigits = (value: number) => significant(value)
  return [
    ...perCompiler(`instantiations per ${noun}`, 'instantiations', ({ instantiations }) => instantiations, round),
    ...perCompiler('growth', 'growth', ({ growth }) => growth, threeDigits, [SIX]),
    ...perCompiler(`types per ${noun}`, 'types', ({ types }) => types, round, [SIX]),
    ...perCompiler(`check${largest}, s`, 'check_s', ({ seconds }) => seconds, threeDigits),
    ...perCompiler(
      `peak${largest}, MB`,
      'peak_mb',
      ({ peakBytes }) => peakBytes && peakBytes / 1e6,
      (value) => significant(value),
      [SIX, SEVEN],
    ),
    {
      title: `.d.ts bytes per ${noun}`,
      ...{ key: 'declaration_bytes', better: 'lower', format: round },
      value: ({ declarations }) => declarations,
    },
  ]
}

const PART: TypesColumn = {
  title: 'part',
  value: ({ kind, part }) => (kind === 'schemas' ? 'schemas' : PARTS[part]),
}

export default instrument<TypesFile, TypesRow>({
  name: 'types',
  title: 'Cost of inferred types',
  sentence: 'what inferred types cost the compiler, by procedure and by schema, in TypeScript 6 and 7',
  about:
    'What the compiler does for types that frameworks and validation libraries infer. Each procedure has a schema of its own, and the client calls each once. Instantiations and types are exact and the same on every machine; check time and memory are of the machine below. An editor repeats most of this work after each change of the server.',
  store: typesStore,
  lead: (stored) => stored.map(({ file }: Stored<TypesFile>) => findings(file)).join('\n\n'),
  heading: () => 'Projects of 10 to 1,000 procedures or schemas',
  rows: typesRows,
  rowNoun: 'library',
  columns: [PART, ...columnsFor('procedure')],
  tables,
  notes,
  conditions,
  panels: () => [],
})

function tables(file: File): Table<File>[] {
  const rows = typesRows(file)
  const of = (kind: TypesRow['kind']) => rows.filter((row) => row.kind === kind)
  return [
    {
      heading: 'Procedures',
      rows: of('procedures'),
      columns: [PART, ...columnsFor('procedure', file)],
      charts: [chart('procedure', of('procedures').filter(isWhole), file)],
    },
    {
      heading: 'Schemas',
      rows: of('schemas'),
      columns: columnsFor('schema', file),
      charts: [chart('schema', of('schemas'), file)],
    },
  ].filter((table) => table.rows.length > 0)
}

/** With the client, or of a framework that has none: the first of its rows. */
const isWhole = ({ name, part }: TypesRow, index: number, rows: readonly TypesRow[]) =>
  part === 'client' || rows[index - 1]?.name !== name

function chart(noun: string, all: TypesRow[], file: File) {
  const rows = all.filter(({ compilers }) => compilers[SIX].instantiations !== null)
  const texts = ({ compilers }: TypesRow) =>
    COMPILERS.map((name) => {
      const { instantiations } = compilers[name]
      return instantiations === null ? 'none' : round(instantiations)
    })
  const what = noun === 'procedure' ? 'Server with its typed client, where it has one' : 'Schemas with their types'
  return barChart({
    name: `${noun}s`,
    title: `Instantiations of types per ${noun}`,
    subtitle: `Lower is better. ${what}. Bars: TypeScript 6. Dots: TypeScript 7.`,
    rows,
    axis: `instantiations per ${noun}`,
    headings: [SHORT[SIX], SHORT[SEVEN], SHORT[ONE]],
    figures(row) {
      const [figure = '', aside = '', one = ''] = texts(row)
      const seven = row.compilers[SEVEN].instantiations
      return { value: row.compilers[SIX].instantiations ?? 0, seven, figure, aside, more: [one] }
    },
    over: (shown, end, theme) => [
      dots(Math.max(end, ...shown.map((row) => (row as { seven?: number }).seven ?? 0)), theme),
    ],
    caption: [conditions(file as TypesFile)],
    noun: 'library',
    all: true,
  })
}

/** TypeScript 7. @param end of the axis */
function dots(end: number, theme: Theme): Layer {
  return {
    transform: [{ filter: 'datum.seven !== null' }],
    mark: {
      type: 'point',
      shape: 'circle',
      filled: true,
      size: 55,
      opacity: 1,
      fill: theme.text,
      stroke: theme.background,
    },
    encoding: {
      y: { field: 'name', type: 'nominal', sort: null, axis: null },
      x: { field: 'seven', type: 'quantitative', scale: { domain: [0, end], nice: false, zero: true } },
    },
  }
}

/** Sentences made of the data. */
function findings(file: File): string {
  const whole = typesRows(file).filter(isWhole)
  const procedures = whole.filter(({ kind, part }) => kind === 'procedures' && part === 'client')
  const schemas = whole.filter(({ kind }) => kind === 'schemas')
  return [
    extremes(procedures, 'a procedure with its typed client'),
    checkers(procedures),
    extremes(schemas, 'a schema with its type'),
  ]
    .filter(Boolean)
    .join(' ')
}

function extremes(rows: readonly TypesRow[], noun: string): string {
  const counted = rows.filter(({ compilers }) => compilers[SIX].instantiations)
  const [least, most] = [counted.at(0), counted.at(-1)]
  if (!least || !most || least === most) return ''
  const count = ({ compilers }: TypesRow) => compilers[SIX].instantiations ?? 0
  return `Under ${SIX}, ${noun} costs ${round(count(least))} instantiations in ${least.displayName} and ${significant(count(most) / count(least))} times as many in ${most.displayName}.`
}

/** Whether more checkers repeat work: by the project for which they repeat the most. */
function checkers(rows: readonly TypesRow[]): string {
  const ratios = rows.flatMap(({ displayName, compilers }) => {
    const [six, seven, one] = COMPILERS.map((name) => compilers[name].total)
    return six && seven && one ? [{ displayName, seven: seven / six, one: one / six }] : []
  })
  const [most] = ratios.toSorted((a, b) => b.seven - a.seven)
  if (!most) return ''
  const { displayName, seven, one } = most
  return `TypeScript 7 checks files in four checkers that share no types: at most (${displayName}) that is ${significant(seven, 2)} times the instantiations of TypeScript 6, and ${significant(one, 2)} times with \`--checkers 1\`.`
}

/** Limits that compilers hit, and declarations that cannot be written. */
function notes(file: File): string[] {
  const hit = typesRows(file).flatMap(({ displayName, kind, part, compilers }) =>
    COMPILERS.flatMap((name) =>
      compilers[name].failures.map(
        (failure) => `${displayName}${kind === 'schemas' ? '' : `, ${PARTS[part]}`}, ${name}, ${failure}`,
      ),
    ),
  )
  const undeclared = file.servers.flatMap(({ displayName, declarations }) => {
    const failed = declarations.filter(({ failure }) => failure !== null)
    return failed.length === 0
      ? []
      : [`${displayName}: no declarations at ${failed.map(({ size }) => size).join(', ')}: ${failed[0]?.failure}`]
  })
  return [...hit, ...undeclared]
}

function conditions(file: File): string[] {
  const { compilers, processes, sideBySide } = file.protocol
  const versions = compilers.map(({ version, arguments: args }) => ['tsc', version, ...args].join(' '))
  return [
    placeLine(file as TypesFile, false),
    [...versions, `${plural(processes, 'process', 'processes')} of each, ${sideBySide} at a time`].join(' · '),
  ]
}
