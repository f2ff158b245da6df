/** What inferred types cost the compiler. */
import { grouped, listed } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/format/instrument-files.ts'
import type { Column } from '../../../shared/probes/column.ts'
import { isUnranked } from '../../../shared/results/caveats.ts'
import { significant } from '../../../shared/text/numbers.ts'
import { figuresTitle } from '../../draw/figure-claims.ts'
import { withAccepted } from '../accepted.ts'
import { dotChart } from '../dots.ts'
import { instrument } from '../instrument.ts'
import { COMPILERS, type CompilerName, PARTS, type TypesFile, typesStore } from './format.ts'
import { costOf, isCompared, largestOf, type TypesRow, typesRows, whole } from './summary.ts'

type File = Unsealed<TypesFile>

const [SIX, SEVEN, ONE] = COMPILERS
const SHORT = { [SIX]: 'TS 6', [SEVEN]: 'TS 7', [ONE]: 'TS 7, 1 checker' }

const partOf = ({ kind, part, variant }: TypesRow) => {
  const name = kind === 'schemas' ? 'schema' : part === 'client' ? 'with client' : part
  return variant === undefined ? name : `${name}, ${variant}`
}
const largest = ({ protocol }: File) => grouped(protocol.sizes.at(-1) ?? 0)
const exact = { better: 'lower', exact: true, format: whole } as const

const columns: Column<TypesRow, File>[] = [
  { title: 'part', value: partOf },
  ...COMPILERS.map((name): Column<TypesRow, File> => {
    return { title: `instantiations, ${SHORT[name]}`, ...exact, value: (row) => costOf(row, name) }
  }),
  {
    title: ({ protocol: { sizes } }) =>
      `instantiations up to ${grouped(sizes.at(-2) ?? 0)}, ${SHORT[SIX]}`,
    ...{ ...exact, value: (row) => costOf(row, SIX, 'instantiations', 1) },
  },
  { title: `types, ${SHORT[SIX]}`, ...exact, value: (row) => costOf(row, SIX, 'types') },
  { title: '.d.ts bytes of the server', ...exact, value: (row) => costOf(row, ONE, 'bytes') },
  ...COMPILERS.flatMap((name): Column<TypesRow, File>[] => [
    {
      ...{ title: (file) => `CPU of ${largest(file)}, s, ${SHORT[name]}`, better: 'lower' },
      value: (row) => largestOf(row, name, 'cpuSeconds'),
    },
    {
      ...{ title: (file) => `peak of ${largest(file)}, MB, ${SHORT[name]}`, better: 'lower' },
      value: (row) => (largestOf(row, name, 'peakBytes') ?? 0) / 1e6 || null,
    },
  ]),
]

export default instrument<TypesFile, TypesRow>({
  name: 'types',
  title: 'Cost of inferred types',
  sentence:
    'what inferred types cost the compiler, by procedure and by schema, in TypeScript 6 and 7',
  about:
    'What the compiler does for types that frameworks and validation libraries infer. Each procedure has a schema of its own, and the client calls each once. Instantiations, types and bytes are exact, and per procedure or schema: the slope between the two largest projects, or up to 100. Where these two differ, the cost is not linear. CPU time and memory are of all files of a project from scratch, on the machine below, beside other work. An editor does so when it opens, and checks the open files again after each change. TypeScript 7 divides the files among four checkers, which share no types; `--checkers 1` gives it one.',
  store: typesStore,
  lead: (stored) => stored.map(({ file }) => finding(file)).join(''),
  heading: () => 'Projects of procedures and of schemas',
  rows: typesRows,
  partOf,
  rowNoun: 'library',
  columns,
  charts: (file) => [
    dotChart({
      ...{ name: 'procedures', what: WHAT, axis: 'instantiations', processes: null },
      title: titleOf(file),
      subtitle:
        'Lower is better. Server with its typed client, where it has one. Points: TypeScript 6.',
      rows: typesRows(file).filter(isCompared),
      headings: [SHORT[SIX], SHORT[SEVEN], '1 checker'],
      figures(row) {
        const [six, seven, one] = COMPILERS.map((name) => costOf(row, name))
        const text = (count: number | null | undefined) => (count ? whole(count) : 'none')
        return { value: six ?? 0, figure: text(six), aside: text(seven), more: [text(one)] }
      },
      ...{ noun: 'library', all: true },
    }),
  ],
  notes: (file) => [
    ...file.servers.flatMap(failures),
    'Modules of ten procedures are put together as the documentation advises for large applications: sub-routers of tRPC and oRPC, `route` of Hono, plugins of ten plugins of Elysia, nested contracts of ts-rest, groups of Effect, plugins of Fastify, which has no typed client. One chain of use: a single instance of Elysia uses all plugins.',
    'Precompiled client: `tsc` has emitted [declarations of server and client](https://hono.dev/docs/guides/rpc#compile-your-code-before-using-it-recommended), and the calls are compiled against these. The figures "with client" count neither the server nor the emission; the row "server" has what the build compiles.',
    'Not measured: mion is not in the npm registry, joi and ajv infer no types, typia and deepkit start from types.',
  ],
  conditions: ({ environment, protocol: { processes, sideBySide } }) => [
    environment.generatorVersion,
    `at most ${processes} processes of each project, 1 of the largest, ${sideBySide} at a time`,
  ],
  overview: (file) => ({
    // A server alone costs less: only what has a typed client is compared.
    rows: typesRows(file).filter(isChecked),
    columns: [
      {
        ...{ title: `type check of ${largest(file)}, CPU s`, better: 'lower', doc: 'types.md' },
        value: (row) => largestOf(row, SEVEN, 'cpuSeconds'),
      },
    ],
  }),
  regions: ([newest], published) => ({
    types: newest ? editorText(withAccepted(newest.file, published).file) : '',
  }),
})

/** Returns a line per size and error that says what does not compile. */
const failures = ({ displayName, compiles }: File['servers'][number]) =>
  [
    ...Map.groupBy(compiles, ({ size, failure }) => failure && `${grouped(size)}: ${failure}`),
  ].flatMap(([what, own]) => {
    const parts = PARTS.filter((part) => own.some((compile) => compile.part === part))
    const compilers = COMPILERS.filter((name) => own.some(({ compiler }) => compiler === name))
    const which = `${listed(parts)}, with ${listed(compilers.map((name) => SHORT[name]))}`
    return what ? [`${displayName}, ${which}, at ${what}`] : []
  })

const WHAT = 'type instantiations per procedure'

/** Compares servers with their typed clients: those without one do less. */
function titleOf(file: File): string {
  const rows = typesRows(file)
    .filter(isChecked)
    .map((row) => ({ ...row, value: costOf(row, SIX) ?? 0, low: null, high: null }))
  return figuresTitle(rows, { what: WHAT, verb: 'costs', processes: null, noun: 'library' })
}

/** Whether it is a ranked server that is checked with its typed client. */
const isChecked = (row: TypesRow) => isCompared(row) && row.part === 'client' && !isUnranked(row)

/** CPU times for the largest projects with their clients, least first. */
function seconds(file: File, name: CompilerName): string[] {
  const all = typesRows(file).flatMap((row) => {
    const value = isChecked(row) ? largestOf(row, name, 'cpuSeconds') : null
    return value === null
      ? []
      : [{ value, text: `${significant(value, 2)} s (${row.displayName})` }]
  })
  return all.sort((a, b) => a.value - b.value).map(({ text }) => text)
}

const range = (sorted: readonly string[]) => [sorted.at(0), sorted.at(-1)].join(' to ')

const finding = (file: File) =>
  `${SIX} checks ${largest(file)} procedures and their typed client in ${range(seconds(file, SIX))} of CPU time, ${SEVEN} in ${range(seconds(file, SEVEN))}.`

/** Returns README's line. */
const editorText = (file: File) =>
  `${SEVEN} checks [${largest(file)} procedures and their typed client](charts/published/types) in about ${listed(seconds(file, SEVEN))} of CPU time, in one process each.`
