/** What inferred types cost the compiler. */
import { grouped, plural } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import type { Layer } from '../../draw/layer.ts'
import type { Theme } from '../../draw/theme.ts'
import { placeLine } from '../../text/conditions.ts'
import { significant } from '../../text/numbers.ts'
import { barChart } from '../bars.ts'
import type { Column } from '../columns.ts'
import { instrument, type Table } from '../instrument.ts'
import { COMPILERS, type TypesFile, typesStore } from './format.ts'
import { type CompilerSummary, type TypesRow, typesRows } from './summary.ts'

type File = Unsealed<TypesFile>
type TypesColumn = Column<TypesRow, File>

const [SIX, SEVEN, ONE] = COMPILERS
const SHORT = { [SIX]: 'TS 6', [SEVEN]: 'TS 7', [ONE]: 'TS 7, 1 checker' }
const PARTS = { client: 'with client', server: 'server' }
const whole = (value: number) => grouped(Math.round(value))

/** A column per compiler. */
const per = (
  title: (largest: string) => string,
  names: readonly (typeof COMPILERS)[number][],
  value: (summary: CompilerSummary) => number | null,
  { format, isExact = true }: { format?: (value: number) => string; isExact?: boolean } = {},
): TypesColumn[] =>
  names.map((name) => ({
    title: ({ protocol }) => `${title(grouped(protocol.sizes.at(-1) ?? 0))}, ${SHORT[name]}`,
    ...{ better: 'lower', ...(format && { format }), exact: isExact },
    value: ({ compilers }) => value(compilers[name]),
  }))

const columns = (noun: string): TypesColumn[] => [
  ...per(
    () => `instantiations per ${noun}`,
    COMPILERS,
    ({ instantiations }) => instantiations,
    { format: whole },
  ),
  ...per(
    () => 'growth',
    [SIX],
    ({ growth }) => growth,
  ),
  ...per(
    () => `types per ${noun}`,
    [SIX],
    ({ types }) => types,
    { format: whole },
  ),
  // Compilers that run beside each other slow each other down.
  ...per(
    (size) => `check of ${size}, s`,
    COMPILERS,
    ({ seconds }) => seconds,
    { isExact: false },
  ).map((column) => ({ ...column, when: ({ protocol }: File) => protocol.sideBySide === 1 })),
  ...per(
    (size) => `peak of ${size}, MB`,
    [SIX, SEVEN],
    ({ peakBytes }) => peakBytes && peakBytes / 1e6,
    { isExact: false },
  ),
  {
    ...{ title: `.d.ts bytes per ${noun}`, better: 'lower', exact: true, format: whole },
    value: ({ declarations }) => declarations,
  },
]
const part: TypesColumn = { title: 'part', value: (row) => (row.kind === 'schemas' ? 'schemas' : PARTS[row.part]) }

export default instrument<TypesFile, TypesRow>({
  name: 'types',
  title: 'Cost of inferred types',
  sentence: 'what inferred types cost the compiler, by procedure and by schema, in TypeScript 6 and 7',
  about:
    'What the compiler does for types that frameworks and validation libraries infer. Each procedure has a schema of its own, and the client calls each once. Instantiations and types are exact; check time and memory are of the machine below, for all files of the largest project. An editor checks the open files, and again after each change.',
  store: typesStore,
  lead: (stored) => stored.map(({ file }) => findings(file)).join('\n\n'),
  heading: () => 'Projects of procedures and of schemas',
  rows: typesRows,
  partOf: (row) => (row.kind === 'schemas' ? 'schemas' : PARTS[row.part]),
  rowNoun: 'library',
  columns: [part, ...columns('procedure')],
  tables(file) {
    const rows = Object.groupBy(typesRows(file), ({ kind }) => kind)
    const table = (heading: string, noun: string, own: TypesRow[] = [], more: TypesColumn[] = []): Table<File> => ({
      ...{ heading, rows: own, columns: [...more, ...columns(noun)] },
      charts: [chart(noun, own.filter(isWhole), file)],
    })
    return [table('Procedures', 'procedure', rows.procedures, [part]), table('Schemas', 'schema', rows.schemas)]
  },
  notes: ({ servers }) => [
    ...servers.flatMap(({ displayName, compiles, declarations }) => [
      ...compiles.flatMap(({ compiler, part, size, failure }) =>
        failure === null ? [] : [`${displayName}, ${PARTS[part]}, ${compiler}, at ${grouped(size)}: ${failure}`],
      ),
      ...declarations.flatMap(({ size, failure }) =>
        failure === null ? [] : [`${displayName}, no declarations at ${grouped(size)}: ${failure}`],
      ),
    ]),
    'Modules of ten procedures are put together as the documentation advises for large applications: sub-routers of tRPC and oRPC, `route` of Hono, `use` of Elysia, nested contracts of ts-rest, groups of Effect, plugins of Fastify, which has no typed client.',
    'Not measured: mion is not in the npm registry, joi and ajv infer no types, typia and deepkit start from types.',
  ],
  conditions,
  panels: () => [],
})

/** With the client, or of what has none: the first of a library's rows. */
const isWhole = ({ name }: TypesRow, index: number, rows: readonly TypesRow[]) => rows[index - 1]?.name !== name

function chart(noun: string, rows: TypesRow[], file: File) {
  const what = noun === 'procedure' ? 'Server with its typed client, where it has one' : 'Schemas with their types'
  return barChart({
    ...{ name: `${noun}s`, title: `Instantiations of types per ${noun}`, axis: `instantiations per ${noun}` },
    subtitle: `Lower is better. ${what}. Bars: TypeScript 6. Dots: TypeScript 7.`,
    rows: rows.filter(({ compilers }) => compilers[SIX].instantiations !== null),
    headings: [SHORT[SIX], SHORT[SEVEN], '1 checker'],
    figures({ compilers }) {
      const counts = COMPILERS.map((name) => compilers[name].instantiations)
      const [figure = '', aside = '', one = ''] = counts.map((count) => (count === null ? 'none' : whole(count)))
      return { value: counts[0] ?? 0, reach: counts[1] ?? 0, figure, aside, more: [one] }
    },
    over: (_, end, theme) => [dots(end, theme)],
    caption: [conditions(file as TypesFile)],
    ...{ noun: 'library', all: true },
  })
}

/** TypeScript 7. */
function dots(end: number, theme: Theme): Layer {
  const scale = { domain: [0, end], nice: false, zero: true }
  return {
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
      x: { field: 'reach', type: 'quantitative', scale },
    },
  }
}

/** Sentences made of the data. */
function findings(file: File): string {
  const rows = typesRows(file)
  const all = rows.filter(isWhole)
  const clients = all.filter(({ part }) => part === 'client')
  const sentences = [
    extremes(clients, 'a procedure with its typed client'),
    checkers(rows),
    extremes(
      all.filter(({ kind }) => kind === 'schemas'),
      'a schema with its type',
    ),
  ]
  return sentences.filter(Boolean).join(' ')
}

function extremes(rows: readonly TypesRow[], what: string): string {
  const counted = rows.flatMap(({ displayName, compilers }) => {
    const { instantiations } = compilers[SIX]
    return instantiations ? [{ displayName, instantiations }] : []
  })
  const [least, most] = [counted.at(0), counted.at(-1)]
  if (!least || !most || least === most) return ''
  const ratio = significant(most.instantiations / least.instantiations, 2)
  return `In ${SIX}, ${what} costs ${whole(least.instantiations)} instantiations with ${least.displayName} and ${ratio} times as many with ${most.displayName}.`
}

/** By the client for which checkers repeat the most: what it adds to its server. */
function checkers(rows: readonly TypesRow[]): string {
  const ratios = rows.flatMap((whole, i) => {
    const server = rows[i + 1]
    if (whole.part !== 'client' || !server) return []
    const added = COMPILERS.map((name) => {
      const [all, own] = [whole, server].map(({ compilers }) => compilers[name].instantiations)
      return all && own ? all - own : Number.NaN
    })
    const [six = Number.NaN, seven = Number.NaN, one = Number.NaN] = added
    return six > 0 && seven && one ? [{ displayName: whole.displayName, seven: seven / six, one: one / six }] : []
  })
  const [most] = ratios.toSorted((a, b) => b.seven - a.seven)
  if (!most) return ''
  return `TypeScript 7 divides the files among four checkers that share no types. So the client of ${most.displayName} adds ${significant(most.seven, 2)} times the instantiations that it adds in TypeScript 6, and ${significant(most.one, 2)} times with \`--checkers 1\`.`
}

function conditions(file: File): string[] {
  const { compilers, processes, sideBySide } = file.protocol
  const versions = compilers.map(({ version, arguments: args }) => ['tsc', version, ...args].join(' '))
  return [
    placeLine(file as TypesFile, false),
    [...versions, `${plural(processes, 'process', 'processes')} of each, ${sideBySide} at a time`].join(' · '),
  ]
}
