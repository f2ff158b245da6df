/** What inferred types cost the compiler. */
import { grouped, plural } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import { placeLine } from '../../text/conditions.ts'
import { barChart } from '../bars.ts'
import type { Column } from '../columns.ts'
import { instrument, type Table } from '../instrument.ts'
import { curves, editorText, findings, isWhole, largestOf, PARTS, whole } from './findings.ts'
import { COMPILERS, type CompilerName, type TypesFile, typesStore } from './format.ts'
import { type CompilerSummary, type TypesRow, typesRows } from './summary.ts'

type File = Unsealed<TypesFile>
type TypesColumn = Column<TypesRow, File>

const [SIX, SEVEN, ONE] = COMPILERS
const SHORT = { [SIX]: 'TS 6', [SEVEN]: 'TS 7', [ONE]: 'TS 7, 1 checker' }

/** Repeated processes yield the same. */
const EXACT: readonly (keyof CompilerSummary)[] = ['instantiations', 'types', 'growth']

/** A column per compiler. */
const per = (
  names: readonly CompilerName[],
  figure: keyof CompilerSummary,
  title: (protocol: File['protocol']) => string,
  format?: (value: number) => string,
): TypesColumn[] =>
  names.map((name) => ({
    title: ({ protocol }) => `${title(protocol)}, ${SHORT[name]}`,
    ...{ better: 'lower', exact: EXACT.includes(figure), ...(format && { format }) },
    value: ({ compilers }) => compilers[name][figure],
  }))

const counts = (noun: string): TypesColumn[] => [
  ...per(COMPILERS, 'instantiations', () => `instantiations per ${noun}`, whole),
  ...per([SIX], 'growth', () => 'growth'),
  ...per([SIX], 'types', () => `types per ${noun}`, whole),
  {
    ...{ title: `.d.ts bytes per ${noun}`, better: 'lower', exact: true, format: whole },
    value: ({ declarations }) => declarations,
  },
]

const resources: TypesColumn[] = [
  ...per(COMPILERS, 'repeatedSeconds', ({ repeated }) => `CPU of ${largestOf(repeated)}, s`),
  ...per(COMPILERS, 'seconds', ({ sizes }) => `CPU of ${largestOf(sizes)}, s`),
  ...per([SIX, SEVEN], 'peakMegabytes', ({ sizes }) => `peak of ${largestOf(sizes)}, MB`),
]

const part: TypesColumn = { title: 'part', value: (row) => (row.kind === 'schemas' ? 'schemas' : PARTS[row.part]) }

export default instrument<TypesFile, TypesRow>({
  name: 'types',
  title: 'Cost of inferred types',
  sentence: 'what inferred types cost the compiler, by procedure and by schema, in TypeScript 6 and 7',
  about:
    'What the compiler does for types that frameworks and validation libraries infer. Each procedure has a schema of its own, and the client calls each once. Instantiations and types are exact; CPU time and memory are of the machine below, for all files of a project from scratch. An editor does so when it opens, and checks the open files again after each change.',
  store: typesStore,
  lead: (stored) => stored.map(({ file }) => findings(file)).join('\n\n'),
  heading: () => 'Projects of procedures and of schemas',
  rows: typesRows,
  partOf: (row) => (row.kind === 'schemas' ? 'schemas' : PARTS[row.part]),
  rowNoun: 'library',
  columns: [part, ...counts('procedure'), ...resources],
  tables(file) {
    const rows = Object.groupBy(typesRows(file), ({ kind }) => kind)
    const both = (noun: string, own: TypesRow[] = [], more: TypesColumn[] = []): Table<File>[] => [
      {
        ...{ heading: `Types per ${noun}`, rows: own, columns: [...more, ...counts(noun)] },
        charts: [chart(noun, own.filter(isWhole), file)],
      },
      { heading: `CPU time and memory of ${noun}s`, rows: own, columns: [...more, ...resources] },
    ]
    return [...both('procedure', rows.procedures, [part]), ...both('schema', rows.schemas)]
  },
  notes: (file) => [
    ...curves(file),
    ...file.servers.flatMap(({ displayName, compiles, declarations }) => [
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
  regions: ([newest]) => ({ types: newest ? editorText(newest.file) : '' }),
})

function chart(noun: string, rows: TypesRow[], file: File) {
  const what = noun === 'procedure' ? 'Server with its typed client, where it has one' : 'Schemas with their types'
  return barChart({
    ...{ name: `${noun}s`, title: `Instantiations of types per ${noun}`, axis: `instantiations per ${noun}` },
    subtitle: `Lower is better. ${what}. Bars: TypeScript 6.`,
    rows: rows.filter(({ compilers }) => compilers[SIX].instantiations !== null),
    headings: [SHORT[SIX], SHORT[SEVEN], '1 checker'],
    figures({ compilers }) {
      const counts = COMPILERS.map((name) => compilers[name].instantiations)
      const [figure = '', aside = '', one = ''] = counts.map((count) => (count === null ? 'none' : whole(count)))
      return { value: counts[0] ?? 0, figure, aside, more: [one] }
    },
    caption: [conditions(file as TypesFile)],
    ...{ noun: 'library', all: true },
  })
}

function conditions(file: File): string[] {
  const { compilers, processes, repeated, sideBySide } = file.protocol
  const versions = compilers.map(({ version, arguments: args }) => ['tsc', version, ...args].join(' '))
  return [
    placeLine(file as TypesFile, false),
    [
      ...versions,
      `${plural(processes, 'process', 'processes')} of ${largestOf(repeated)}, 1 of other sizes, ${sideBySide} at a time beside other work`,
    ].join(' · '),
  ]
}
