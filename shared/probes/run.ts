/** Requests/s and other figures of servers under full load: their metrics, of a run or of all published runs of a scenario. */
import type { Result, ServerResult, Summary } from '../format/format.ts'
import type { Value } from '../probe/column.ts'
import {
  type Contents,
  columnOf,
  type Metric,
  type Probe,
  type Table,
  valuesOf,
} from '../probe/probe.ts'
import { expectedHere } from '../results/expected-here.ts'
import { runFiles } from '../results/file.ts'
import { whyNotPooled } from '../results/pool-rule.ts'
import type { PooledResult } from '../results/pooled-result.ts'
import type { RunContents } from '../results/published.ts'
import { runNotes } from '../results/run-notes.ts'
import { bestFirst } from '../results/summary.ts'
import type { Estimate } from '../stats/estimate.ts'
import { withModes } from '../stats/modes.ts'
import type { Pooled, Prediction } from '../stats/pool.ts'
import { megabytes, rankText, ratioText, signedText, significant } from '../text/numbers.ts'

const isPooled = (file: object): file is PooledResult => 'pooled' in file

const publishedIn = (file: Contents): PooledResult | undefined =>
  isPooled(file) ? file : (file as RunContents).published

/** Returns the server's figure over all published runs; undefined for the baseline. */
const pooledOf = ({ name }: ServerResult, file: Contents): Pooled | undefined =>
  publishedIn(file)?.pooled.get(name)

const baselineIn = ({ details }: Contents) => (details as Result['details']).baseline

/** Returns a figure of the summary; null for a disqualified server. */
const figure =
  (value: (summary: Summary) => Value) =>
  ({ summary }: ServerResult): Value =>
    summary && value(summary)

const SEVERAL_MACHINES = 'statistics.md#several-machines'
const FIGURES = 'method.md#the-figures'

const rank: Metric = {
  id: 'rank',
  title: 'rank',
  leads: true,
  format: String,
  doc: 'statistics.md#ranks',
  value: figure(
    ({ ranks }) => ranks && { value: rankText(ranks), low: ranks.best, high: ranks.worst },
  ),
}

/** Returns a figure with its interval for another machine; null for the baseline. */
const predictedFigure =
  (pick: (pooled: Pooled) => Pooled['ratio']) =>
  (server: ServerResult, file: Contents): Value => {
    const pooled = pooledOf(server, file)
    return pooled ? { value: pick(pooled).value, ...pick(pooled).predicted } : null
  }

/** What ranks servers. */
export const ratio: Metric = {
  id: 'ratio',
  title: (file) => `× ${baselineIn(file)}`,
  key: 'ratio_to_baseline',
  better: 'higher',
  format: ratioText,
  interval: 'percent',
  doc: SEVERAL_MACHINES,
  value: figure(
    ({ ratioToBaseline, processes }) => ratioToBaseline && withModes(ratioToBaseline, processes),
  ),
}

/** The ratio that another machine may show. */
export const predictedRatio: Metric = {
  id: 'elsewhere',
  title: (file) => (isPooled(file) ? 'on another machine' : 'published'),
  key: 'ratio_elsewhere',
  better: 'higher',
  format: (value) => value.toFixed(2),
  interval: 'only',
  doc: SEVERAL_MACHINES,
  when: (file) => publishedIn(file) !== undefined,
  value: predictedFigure(({ ratio }) => ratio),
}

const overBaseline: Metric = {
  id: 'over',
  title: (file) => `µs over ${baselineIn(file)}`,
  key: 'us_over_baseline',
  better: 'lower',
  format: signedText,
  interval: 'behind',
  doc: SEVERAL_MACHINES,
  when: isPooled,
  value: predictedFigure(({ microseconds }) => microseconds),
}

/** Returns requests/s; of processes that run at one of two speeds, with both. */
export function requestsWithModes({ requestsPerSecond, ratioToBaseline, processes }: Summary) {
  const scale = ratioToBaseline ? requestsPerSecond.value / ratioToBaseline.value : 1
  return withModes(requestsPerSecond, processes, scale)
}

/** Latency is the median over trials of latency × requests/s, over the shown requests/s: it is normalized. */
function latency(id: string, select: (summary: Summary) => Estimate | null): Metric {
  return {
    id,
    title: `${id}, ms`,
    key: `${id}_ms`,
    better: 'lower',
    digits: 2,
    doc: FIGURES,
    when: (file: Result) =>
      publishedIn(file) === undefined ||
      file.subjects.some(({ summary }) => summary && select(summary)),
    value: figure(select),
  }
}

/** The figures that the suite exists for. */
const figures: readonly Metric[] = [
  {
    id: 'requestsPerSecond',
    title: 'requests/s',
    key: 'requests_per_second',
    better: 'higher',
    doc: FIGURES,
    value: figure(requestsWithModes),
  },
  latency('p50', ({ latencyP50 }) => latencyP50),
  latency('p95', ({ latencyP95 }) => latencyP95),
  latency('p99', ({ latencyP99 }) => latencyP99),
  {
    // More is not better: it rewards large responses.
    id: 'receivedPerSecond',
    title: 'MB/s',
    key: 'throughput_mb_s',
    format: (value) => significant(value, 3),
    value: figure(({ receivedPerSecond }) => megabytes(receivedPerSecond)),
  },
  {
    id: 'peakMemory',
    title: 'peak, MB',
    key: 'peak_mb',
    better: 'lower',
    value: figure(({ peakMemory }) => megabytes(peakMemory)),
  },
  {
    id: 'cpuPerRequest',
    title: 'CPU, µs/request',
    key: 'cpu_us_per_request',
    better: 'lower',
    value: figure(({ cpuPerRequest }) => cpuPerRequest),
  },
]

/** Near 100 by design: the load fills the server's CPU. */
const cpuMean: Metric = {
  id: 'cpuMean',
  title: 'CPU, %',
  better: 'lower',
  on: ['terminal', 'page', 'data'],
  value: figure(({ cpuMean }) => cpuMean),
}

/** Figures of the processes themselves, not normalized, for which a page is too narrow. */
const peaks: readonly Metric[] = [
  { id: 'max', title: 'max, ms', digits: 2 },
  { id: 'cpuPeak', title: 'peak CPU, %' },
].map(
  (metric): Metric => ({
    ...metric,
    better: 'lower',
    on: ['terminal', 'data'],
    when: ({ subjects }) => subjects.some((server) => valuesOf(server, metric.id).length > 0),
  }),
)

/** Counts are text, since they have no significant digits. */
const countColumn = (
  id: string,
  countIn: (pooled: Pooled | undefined, file: PooledResult) => number,
) => ({
  id,
  title: id,
  when: isPooled,
  value: (server: ServerResult, file: PooledResult) =>
    String(countIn(pooledOf(server, file), file)),
})

const machines: Metric = countColumn('machines', (pooled, file) => (pooled ?? file).machines)
const runs: Metric = countColumn('runs', (pooled, file) => pooled?.runs ?? file.runs.length)

/** Returns the metric of a predicted figure, which is null for a server that was measured. */
const predictionMetric = (name: keyof Prediction, { id, title, key, better }: Metric): Metric => ({
  id: `expected-${id}`,
  title: (file) => `expected ${typeof title === 'string' ? title : title(file)}`,
  key: `expected_${key}`,
  better,
  on: ['data'],
  when: (file) => expectedIn(file).size > 0,
  value: (server) => (server as Partial<ExpectedServer>).expected?.[name] ?? null,
})

const caveats: Metric = {
  id: 'caveats',
  title: 'caveats',
  on: ['data'],
  value: figure(({ caveats }) => caveats.map(({ kind }) => kind).join('; ') || null),
}

export const run: Probe = {
  ...runFiles,
  title: 'Requests per second',
  sentence: 'servers under full load: requests/s, latency, memory and CPU',
  about: 'One page per scenario.',
  timed: true,
  whyUnpublished: (file: Result) => whyNotPooled(file),
  metrics: [
    ...[rank, ratio, predictedRatio, overBaseline, ...figures],
    ...[cpuMean, ...peaks, machines, runs, caveats],
    predictionMetric('ratio', ratio),
    predictionMetric('requestsPerSecond', figures[0] as Metric),
  ],
  rows: (file: Result) => [
    ...bestFirst(file).filter(({ summary }) => summary),
    ...expectedRows(file),
  ],
  tables: (file: Result) =>
    isPooled(file) ? pageTables(file) : [terminalTable(file), expectedTable(file)],
  notes: runNotes,
}

/** Two tables, each no wider than the page: the figures, and how servers compare. */
function pageTables(file: PooledResult): Table[] {
  const rows = bestFirst(file)
  return [
    { rows, columns: [ratio, ...figures, cpuMean].map(columnOf) },
    {
      heading: 'How servers compare',
      rows: rows.filter(({ summary }) => summary),
      columns: [rank, ratio, predictedRatio, overBaseline, machines].map(columnOf),
    },
  ]
}

/** Figures of a quick run have two digits, and no interval of their own: one for all ratios is below the table. */
function terminalTable(file: Result): Table {
  const rows = bestFirst(file).filter(({ summary }) => summary)
  const ratioColumn = { ...ratio, title: '× baseline' }
  if (!file.details.quick) {
    const columns = run.metrics.map((metric) => columnOf(metric === ratio ? ratioColumn : metric))
    return { rows, columns }
  }
  const rough = [ratioColumn, figures[0] as Metric].map(({ interval: _, format: __, ...metric }) =>
    columnOf({ ...metric, digits: 2 }),
  )
  return { rows, columns: rough.toSpliced(1, 0, columnOf(predictedRatio)) }
}

type ExpectedServer = ServerResult & { expected: Prediction }

/** Returns predictions for the published servers that a quick run lacks, on its machine; none for other runs. */
function expectedIn(file: Contents): ReadonlyMap<string, Prediction> {
  const { published, ...run } = file as RunContents
  return run.details.quick && published
    ? expectedHere({ file: run, path: '' }, published.ratios, run.details.baseline)
    : new Map<string, Prediction>()
}

function expectedRows(file: RunContents): ExpectedServer[] {
  const expected = expectedIn(file)
  return bestFirst(file.published ?? file).flatMap((server) => {
    const prediction = expected.get(server.name)
    return prediction ? [{ ...server, summary: null, expected: prediction }] : []
  })
}

function expectedTable(file: RunContents): Table<ExpectedServer> {
  const column = (title: string, name: keyof Prediction, digits: number) => ({
    title,
    interval: 'only' as const,
    format: (value: number) => significant(value, digits),
    value: ({ expected }: ExpectedServer) => expected[name],
  })
  return {
    heading:
      '\nNot measured here, but expected from the servers above and from other machines (95% prediction intervals):',
    rows: expectedRows(file),
    columns: [column('× baseline', 'ratio', 2), column('requests/s', 'requestsPerSecond', 2)],
  }
}
