/** What inferred types cost the compiler. */
import { z } from 'zod'
import { grouped, listed } from '../basics/text.ts'
import { count } from '../format/fields.ts'
import type { DotChart } from '../probe/chart.ts'
import { SURFACES } from '../probe/column.ts'
import {
  type Contents,
  columnOf,
  evidenceOf,
  firstOf,
  type Metric,
  medianValue,
  type Probe,
  rowsOf,
  rowsWithCaveats,
  type SubjectRow,
} from '../probe/probe.ts'
import { Processes } from '../probe/protocol.ts'
import { significant } from '../text/numbers.ts'

/** Parts of a library's project. Those of a variant have its name behind a comma. */
export const [CLIENT, SERVER, SCHEMA] = ['with client', 'server', 'schema'] as const

/** The part of a client that is compiled against declarations, as Hono's documentation recommends. */
const PRECOMPILED = `${CLIENT}, precompiled`

/** Titles of the compilers, by their names in the ids of metrics. */
export const TITLES = { six: 'TS 6', seven: 'TS 7', one: 'TS 7, 1 checker' } as const
const NAMES = ['six', 'seven', 'one'] as const

type CompilerName = (typeof NAMES)[number]

const Failure = z.strictObject({
  compiler: z.enum([...NAMES, 'declarations']),
  size: z.int().describe('procedures or schemas'),
  failure: z.string().describe('a limit of the compiler, or why there are no declarations'),
})
const Evidence = z.array(Failure).default([])

export type Failure = z.infer<typeof Failure>

const Protocol = Processes.extend({ sizes: z.array(count), sideBySide: count })

const sizesOf = ({ protocol }: Contents) => (protocol as z.infer<typeof Protocol>).sizes
const largest = (file: Contents) => grouped(sizesOf(file).at(-1) ?? 0)
const exact = {
  estimate: 'first',
  better: 'lower',
  exact: true,
  format: (value: number) => grouped(Math.round(value)),
} as const satisfies Partial<Metric>

const cpuOf = (name: CompilerName): Metric => ({
  id: `cpu_${name}`,
  title: (file) => `CPU of ${largest(file)}, s, ${TITLES[name]}`,
  better: 'lower',
})

/** Ids of the columns of each table. */
const TABLES = {
  'Work of the compiler': /^(?!cpu_|peak_)/,
  'Time and memory': /^(part$|cpu_|peak_)/,
}

export const types: Probe = {
  name: 'types',
  title: 'Cost of inferred types',
  sentence:
    'what inferred types cost the compiler, per procedure and per schema, in TypeScript 6 and 7',
  about:
    'Frameworks and validation libraries infer types; this is what that costs the compiler. Each procedure has its own schema, and the client calls each procedure once. Instantiations, types and bytes are exact figures per procedure or schema: the slope between the two largest projects, or between the smaller ones (“up to 100”). If the two slopes differ, the cost is not linear. CPU time and memory are for checking all files of a project from scratch, on the machine below, beside other work. An editor does the same when it opens a project, and then rechecks open files after each change. TypeScript 7 divides the files among four checkers, which share no types; with `--checkers 1`, there is one.',
  noun: 'library',
  protocol: Protocol,
  evidence: Evidence,
  metrics: [
    { id: 'part', title: 'part', value: ({ part }) => part },
    ...NAMES.map((name) => ({
      ...exact,
      id: `instantiations_${name}`,
      title: `instantiations, ${TITLES[name]}`,
      // Several checkers share their work differently each time.
      ...(name === 'seven' ? { exact: false } : { threshold: 0 }),
    })),
    ...NAMES.map((name) => ({
      ...exact,
      id: `before_${name}`,
      ...(name === 'seven' && { exact: false }),
      when: (file: Contents) => sizesOf(file).length > 2,
      title: (file: Contents) =>
        `instantiations up to ${grouped(sizesOf(file).at(-2) ?? 0)}, ${TITLES[name]}`,
      on: name === 'six' ? SURFACES : (['data'] as const),
    })),
    { ...exact, id: 'types', title: `types, ${TITLES.six}` },
    { ...exact, id: 'bytes', title: '.d.ts bytes of the server' },
    ...NAMES.flatMap((name): Metric[] => [
      cpuOf(name),
      {
        id: `peak_${name}`,
        title: (file) => `peak of ${largest(file)}, MB, ${TITLES[name]}`,
        scale: 1e-6,
        better: 'lower',
      },
    ]),
  ],
  rows,
  // In one, they would be wider than a page.
  tables: (file) =>
    Object.entries(TABLES).map(([heading, ids]) => ({
      heading,
      rows: rowsOf(types, file),
      columns: types.metrics.filter(({ id }) => ids.test(id)).map(columnOf),
    })),
  heading: () => 'Procedures and schemas',
  lead: (stored) => stored.map(({ file }) => finding(file)).join(''),
  charts: (file) => [chart(file)],
  notes: (file) => [
    ...rowsOf(types, file).flatMap(failures),
    'Procedures are in modules of ten, combined as each documentation advises for large applications: sub-routers in tRPC and oRPC, `route` in Hono, plugins of ten plugins in Elysia, nested contracts in ts-rest, groups in Effect, plugins in Fastify (which has no typed client). One chain of use: a single Elysia instance uses all plugins.',
    'Precompiled client: `tsc` first emits declarations of server and client, as hono.dev/docs/guides/rpc recommends, and the calls are compiled against those. The row "with client" includes neither the server nor emitting the declarations; the row "server" shows what the build compiles.',
    'Not measured: mion (not in the npm registry), joi and ajv (infer no types), typia and deepkit (start from types).',
  ],
  conditions: ({ environment, protocol: { processes, sideBySide } }) => [
    environment.generatorVersion,
    `up to ${processes} processes of each project (1 of the largest), ${sideBySide} at a time`,
  ],
  overview: (file) => ({
    // A server alone costs less: only what has a typed client is compared.
    rows: rowsOf(types, file).filter(isChecked),
    columns: [
      columnOf({
        ...cpuOf('seven'),
        title: `type check of ${largest(file)}, CPU s`,
        doc: 'types.md',
      }),
    ],
  }),
  regions: ([newest]) => ({ types: newest ? editorText(newest.file) : '' }),
}

/**
 * Procedures first, then what compiles, then fewest instantiations under TypeScript 6; of each library the server behind the
 * whole.
 */
function rows(file: Contents): SubjectRow[] {
  const libraries = Map.groupBy(
    rowsWithCaveats(types, file),
    ({ displayName }) => displayName,
  ).values()
  const placeOf = (whole: SubjectRow) => [
    Number(whole.part === SCHEMA),
    Number(evidenceOf(whole, Evidence).some(({ compiler }) => compiler !== 'declarations')),
    Number(firstOf(whole, 'instantiations_six') ?? Number.POSITIVE_INFINITY),
  ]
  return [...libraries]
    .map((parts) => ({ parts, place: placeOf(parts[0] as SubjectRow) }))
    .sort((a, b) => {
      const [one = 0, other = 0] =
        a.place
          .map((place, i) => [place, b.place[i]])
          .find(([first, second]) => first !== second) ?? []
      return one - other
    })
    .flatMap(({ parts }) => parts)
}

/** Returns a line per size and error that says what does not compile. */
function failures(row: SubjectRow): string[] {
  const key = ({ size, failure }: Failure) => `${size}: ${failure}`
  return [...Map.groupBy(evidenceOf(row, Evidence), key).values()].flatMap((alike) =>
    alike.slice(0, 1).map(({ size, failure }) => {
      const which = alike.map(({ compiler }) =>
        compiler === 'declarations' ? compiler : TITLES[compiler],
      )
      return `${row.displayName}, ${row.part}, at ${grouped(size)} (${listed(which)}): ${failure}`
    }),
  )
}

function chart(file: Contents): DotChart<SubjectRow> {
  const rows = rowsOf(types, file)
  const withClient = new Set(
    rows.filter(({ part }) => part === CLIENT).map(({ displayName }) => displayName),
  )
  return {
    kind: 'dots',
    name: 'procedures',
    what: 'type instantiations per procedure',
    verb: 'costs',
    axis: 'instantiations',
    processes: null,
    subtitle:
      'Lower is better. Server with its typed client, where it has one; a precompiled client, without its server. Points: TypeScript 6.',
    rows: rows.flatMap((row) => {
      if (row.part === PRECOMPILED)
        return [{ ...row, name: row.displayName, displayName: shortName(row) }]
      return row.part === CLIENT || (row.part === SERVER && !withClient.has(row.displayName))
        ? [row]
        : []
    }),
    compared: rows.filter(isChecked),
    headings: [TITLES.six, TITLES.seven, '1 checker'],
    figures(row) {
      const [six, seven, one] = NAMES.map((name) => Number(firstOf(row, `instantiations_${name}`)))
      const text = (count = 0) => (count > 0 ? exact.format(count) : 'none')
      return { value: six ?? 0, figure: text(six), aside: text(seven), more: [text(one)] }
    },
    noun: 'library',
    all: true,
  }
}

/** Formats `Hono, precompiled`, which a chart has room for. */
const shortName = ({ displayName }: SubjectRow) => `${displayName.split(',')[0]}, precompiled`

/** Whether it is a ranked server with its typed client, written as its documentation shows first. */
const isChecked = (row: SubjectRow) => row.part === CLIENT && !row.isUnranked

/** The least and the greatest CPU time for the largest projects with their clients. */
function extremes(file: Contents, name: CompilerName) {
  const sorted = rowsOf(types, file)
    .filter(isChecked)
    .flatMap((row) => {
      const value = medianValue(row, `cpu_${name}`)
      return value === null
        ? []
        : [{ value, seconds: significant(value, 2), library: row.displayName }]
    })
    .sort((a, b) => a.value - b.value)
  return [sorted.at(0), sorted.at(-1)].filter((end) => end !== undefined)
}

const secondsRange = (file: Contents, name: CompilerName) =>
  extremes(file, name)
    .map(({ seconds, library }) => `${seconds} s (${library})`)
    .join(' to ')

const finding = (file: Contents) =>
  `To check ${largest(file)} procedures and their typed client, TypeScript 6 takes ${secondsRange(file, 'six')} of CPU time, and TypeScript 7 takes ${secondsRange(file, 'seven')}.`

/** Returns README's line. */
function editorText(file: Contents): string {
  const one = extremes(file, 'one').map(({ seconds }) => seconds)
  return `TypeScript 7 checks [${largest(file)} procedures and their typed client](charts/published/types) in ${secondsRange(file, 'seven')} of CPU, ${one.join(' to ')} s with \`--checkers 1\` (one process each).`
}
