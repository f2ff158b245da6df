/** The memory that schemas of validation libraries, and routes of servers, retain. */
import { ROOT } from '../../../shared/basics/root.ts'
import { grouped, plural } from '../../../shared/basics/text.ts'
import { RUNTIMES, type RuntimeName } from '../../../shared/results/disclosure.ts'
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import type { Median } from '../../../shared/results/summary-format.ts'
import { runtimesText, runtimeTitles } from '../../text/conditions.ts'
import { significant } from '../../text/numbers.ts'
import { barChart } from '../bars.ts'
import type { Column, Row } from '../columns.ts'
import { instrument } from '../instrument.ts'
import { type HeapFile, type HeapSummary, heapStore, kilobytes, thousandsOf } from './format.ts'
import { routesOf, routesTable } from './routes.ts'

type File = Unsealed<HeapFile>
type Library = Row & { summary: HeapSummary }

const column = (
  title: string,
  of: (summary: HeapSummary) => Median | undefined,
  unit = 'KB',
): Column<Library, File> => ({
  title: `${title}, ${unit}`,
  better: 'lower',
  value({ summary }) {
    const figure = of(summary)
    return figure ? thousandsOf(figure) : null
  },
})

const columns: Column<Library, File>[] = [
  { title: 'version', on: ['page'], value: ({ version }) => version },
  column('user, used once', ({ user }) => user.used),
  column('user, built', ({ user }) => user.built),
  column('string, used once', ({ string }) => string?.used),
  column('string, built', ({ string }) => string?.built),
  column('set up once', ({ constant }) => constant),
  {
    ...column('user, used once', ({ instructions }) => instructions, 'thousand instructions'),
    when: ({ counted = 0 }) => counted > 0,
  },
]

export default instrument<HeapFile, Library>({
  name: 'heap',
  title: 'Memory of schemas and routes',
  sentence: 'bytes that each schema of a validation library, and each route of a server, retains',
  about:
    'What each further schema or route adds to the heap after garbage collection, up to 1,000 in a process. `user` is the model of `update-user`, an object of four fields; `string` is a bare string. Each is built, then used once, which compiles what a library compiles late. Blank: all strings of the library have one schema, or it has schemas of objects alone. `set up once`: what the library keeps for all schemas together, beyond its import.',
  store: heapStore,
  published(root = ROOT) {
    const ofCase = heapStore.mostComplete({ root, where: (file) => publishedCase(rows(file)).length > 0 })
    const all = [...heapStore.mostComplete({ root }), ...ofCase]
    return [...new Map(all.map((each) => [each.path, each])).values()]
  },
  rows,
  rowNoun: 'library',
  columns,
  tables: (file) => [
    ...[...Map.groupBy(rows(file), ({ runtime }) => runtime)].map(([name, own]) => ({
      heading: `Schemas on ${runtimeTitles[name] ?? name}`,
      rows: own,
      columns,
    })),
    routesTable(file, conditions(file)),
  ],
  lead: ([newest]) => (newest ? finding(newest.file) : ''),
  heading: ({ routes }) => (routes.length > 0 ? 'Libraries and servers' : 'A published case'),
  charts: (file) => (file.routes.length > 0 ? [userChart(file)] : []),
  notes: (file) => [
    ...publishedCase(rows(file)),
    ...file.routes.flatMap(({ displayName, refusal }) =>
      refusal === null ? [] : [`${displayName}, routes: disqualified: ${refusal}`],
    ),
    'Not measured: schemas of typia and deepkit are types, which the program itself does not build.',
  ],
  conditions,
})

/** By runtime, the smallest schema of a user first. */
function rows({ servers }: File): Library[] {
  return servers
    .flatMap(({ summary, ...row }) => (summary ? [{ ...row, summary }] : []))
    .sort((a, b) => position(a) - position(b) || usedBytes(a) - usedBytes(b) || (a.name < b.name ? -1 : 1))
}

const position = ({ runtime }: Library) => RUNTIMES.indexOf(runtime as RuntimeName)

const usedBytes = ({ summary }: Library) => summary.user.used.median

const onNode = <R extends Row>(all: readonly R[]) => all.filter(({ runtime }) => runtime === 'node')

/** In a sentence: the least and the greatest of each, in KB. */
function finding(file: File): string {
  const range = <R extends Row>(noun: string, all: readonly R[], bytesOf: (row: R) => Median) => {
    const [least, most] = [all.at(0), all.at(-1)]
    if (!least || !most) return []
    const of = (row: R) => `${kilobytes(bytesOf(row))} KB (${row.displayName})`
    return [`${noun} retains from ${of(least)} to ${of(most)}`]
  }
  const parts = [
    ...range('a schema of an object with four fields', onNode(rows(file)), ({ summary }) => summary.user.used),
    ...range('a route', onNode(routesOf(file)), ({ summary }) => summary.used),
  ]
  return parts.length > 0 ? `On Node.js ${parts.join(', and ')}.` : ''
}

/** Compares two former releases of zod with what https://github.com/elastic/kibana/pull/288588 measured. */
function publishedCase(libraries: readonly Library[]): string[] {
  const onlyNode = onNode(libraries)
  const [before, after] = ['zod-4.4', 'zod-4.5'].map((name) => onlyNode.find((each) => each.name === name)?.summary)
  if (!before?.string || !after?.string) return []
  const fall = (old: Median, recent: Median) =>
    `${kilobytes(old)} to ${kilobytes(recent)} KB (${significant(old.median / recent.median, 2)}×)`
  return [
    `From zod 4.4.3 to 4.5.4 on Node.js a string, built, falls from ${fall(before.string.built, after.string.built)}, and a user from ${fall(before.user.built, after.user.built)}. Elsewhere, elastic/kibana#288588 found 7.5 to 0.8 KB (9.4×) for a string, and 138 to 28 KB (4.9×) for the larger object of a route.`,
  ]
}

function userChart(file: File) {
  return barChart({
    name: 'heap',
    title: 'Memory per schema on Node.js',
    subtitle: 'Lower is better. Bars: bytes that a schema of a user retains after it has parsed one value.',
    rows: onNode(rows(file)),
    axis: 'kilobytes per schema',
    headings: ['used once', 'built', 'string'],
    figures: ({ summary: { user, string } }) => ({
      value: user.used.median / 1e3,
      figure: `${kilobytes(user.used)} KB`,
      aside: kilobytes(user.built),
      more: [string ? kilobytes(string.used) : ''],
    }),
    caption: [conditions(file)],
    noun: 'library',
    all: true,
  })
}

function conditions({ startedAt, environment, counts, processes, counted, routeProcesses }: File): string[] {
  const [before = 0, last = 0] = counts.slice(-2)
  return [
    [
      startedAt.slice(0, 10),
      runtimesText(environment),
      `slope from ${grouped(before)} to ${grouped(last)} schemas or routes`,
      `medians of ${plural(processes, 'fresh process', 'fresh processes')} of each library and ${routeProcesses} of each server`,
      ...(counted ? [`instructions of ${counted} of each library`] : []),
      'all distinct, and checked with valid and invalid values',
    ].join(' · '),
  ]
}
