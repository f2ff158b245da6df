/** The memory that schemas of validation libraries retain. */
import { grouped } from '../../../shared/basics/text.ts'
import { RUNTIMES, type RuntimeName } from '../../../shared/results/disclosure.ts'
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import type { Median } from '../../../shared/results/summary-format.ts'
import { runtimesText, runtimeTitles } from '../../text/conditions.ts'
import { significant } from '../../text/numbers.ts'
import { barChart } from '../bars.ts'
import type { Column, Row } from '../columns.ts'
import { instrument } from '../instrument.ts'
import { type HeapFile, type HeapSummary, heapStore } from './format.ts'

type File = Unsealed<HeapFile>
type Library = Row & { summary: HeapSummary }

const kilobytes = (bytes: number) => significant(bytes / 1e3)

const column = (title: string, of: (summary: HeapSummary) => Median | undefined): Column<Library, File> => ({
  title: `${title}, KB`,
  better: 'lower',
  value({ summary }) {
    const bytes = of(summary)
    if (!bytes) return null
    const { median, low, high } = bytes
    return { value: median / 1e3, low: low === null ? null : low / 1e3, high: high === null ? null : high / 1e3 }
  },
})

const columns: Column<Library, File>[] = [
  { title: 'version', on: ['page'], value: ({ version }) => version },
  column('user, used once', ({ user }) => user.used),
  column('user, built', ({ user }) => user.built),
  column('string, used once', ({ string }) => string?.used),
  column('string, built', ({ string }) => string?.built),
  column('set up once', ({ constant }) => constant),
]

export default instrument<HeapFile, Library>({
  name: 'heap',
  title: 'Memory of schemas',
  sentence: 'bytes that each schema of a validation library retains, built and used once',
  about:
    'What each further schema adds to the heap after garbage collection, with 1,000 schemas in a process. `user` is the model of `update-user`, an object of four fields; `string` is a bare string. A schema is built, then parses one value, which compiles what a library compiles late. Blank: all strings of the library have one schema, or it has schemas of objects alone. `set up once`: what the library keeps for all schemas together, beyond its import.',
  store: heapStore,
  rows,
  rowNoun: 'library',
  columns,
  tables: (file) =>
    [...Map.groupBy(rows(file), ({ runtime }) => runtime)].map(([name, own]) => ({
      heading: runtimeTitles[name] ?? name,
      rows: own,
      columns,
    })),
  lead: ([newest]) => (newest ? finding(newest.file) : ''),
  charts: (file) => [userChart(file)],
  conditions,
  panels: () => [],
})

/** By runtime, the smallest schema of a user first. */
function rows({ servers }: File): Library[] {
  return servers
    .flatMap(({ summary, ...row }) => (summary ? [{ ...row, summary }] : []))
    .sort((a, b) => position(a) - position(b) || usedBytes(a) - usedBytes(b) || (a.name < b.name ? -1 : 1))
}

const position = ({ runtime }: Library) => RUNTIMES.indexOf(runtime as RuntimeName)

const usedBytes = ({ summary }: Library) => summary.user.used.median

const onNode = (file: File) => rows(file).filter(({ runtime }) => runtime === 'node')

function finding(file: File): string {
  const [least, most] = [onNode(file).at(0), onNode(file).at(-1)]
  if (!least || !most) return ''
  const of = (row: Library) => `${kilobytes(usedBytes(row))} KB (${row.displayName})`
  return `A schema of an object with four fields retains from ${of(least)} to ${of(most)} on Node.js.`
}

function userChart(file: File) {
  return barChart({
    name: 'heap',
    title: 'Memory per schema on Node.js',
    subtitle: 'Lower is better. Bars: bytes that a schema of a user retains after it has parsed one value.',
    rows: onNode(file),
    axis: 'kilobytes per schema',
    headings: ['used once', 'built', 'string'],
    figures: ({ summary: { user, string } }) => ({
      value: user.used.median / 1e3,
      figure: `${kilobytes(user.used.median)} KB`,
      aside: kilobytes(user.built.median),
      more: [string ? kilobytes(string.used.median) : ''],
    }),
    caption: [conditions(file)],
    noun: 'library',
    all: true,
  })
}

function conditions({ startedAt, environment, counts, processes }: File): string[] {
  const [before = 0, last = 0] = counts.slice(-2)
  return [
    [
      startedAt.slice(0, 10),
      runtimesText(environment),
      `slope from ${grouped(before)} to ${grouped(last)} schemas`,
      `median of ${processes} fresh processes`,
      'all schemas distinct and checked with valid and invalid values',
    ].join(' · '),
  ]
}
