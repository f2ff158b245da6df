/** Columns of a run's figures, for the terminal, pages, data and the report. */
import type { Result, ServerResult, Summary } from '../../shared/format/format.ts'
import type { Column, Row } from '../../shared/probes/column.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import type { Estimate } from '../../shared/stats/estimate.ts'
import { withModes } from '../../shared/stats/modes.ts'
import type { Pooled } from '../../shared/stats/pool.ts'
import {
  megabytes,
  rankText,
  ratioText,
  signedText,
  significant,
} from '../../shared/text/numbers.ts'
import { marksOf } from '../text/marks.ts'
import { type DataTable, dataTable } from './data.ts'

/** A server's row; its summary is null if it is disqualified. */
export interface RunRow extends Row {
  server: ServerResult
  summary: Summary | null
  /** Over all published runs; undefined for the baseline, and if nothing is published. */
  pooled: Pooled | undefined
}

export interface RunTable {
  baseline: string
  /** Whether the table shows one run beside the published figures. */
  ofOneRun?: boolean
  published?: PooledResult | undefined
}

type RunColumn = Column<RunRow, RunTable>

/** Returns a figure's cell; null for a disqualified server. */
const figure =
  (value: (summary: Summary) => ReturnType<RunColumn['value']>): RunColumn['value'] =>
  ({ summary }) =>
    summary && value(summary)

const arePooled = ({ published, ofOneRun }: RunTable) => published !== undefined && !ofOneRun

const SEVERAL_MACHINES = 'statistics.md#several-machines'

export const rank: RunColumn = {
  title: 'rank',
  leads: true,
  format: String,
  doc: 'statistics.md#ranks',
  value: figure(
    ({ ranks }) => ranks && { value: rankText(ranks), low: ranks.best, high: ranks.worst },
  ),
}

export const ratio: RunColumn = {
  title: ({ baseline }) => `× ${baseline}`,
  key: 'ratio_to_baseline',
  better: 'higher',
  format: ratioText,
  interval: 'percent',
  doc: SEVERAL_MACHINES,
  value: figure(
    ({ ratioToBaseline, processes }) => ratioToBaseline && withModes(ratioToBaseline, processes),
  ),
}

/** Comparisons with the baseline: rank, and what another machine may show. */
export const COMPARED: readonly RunColumn[] = [
  {
    title: ({ ofOneRun }) => (ofOneRun ? 'published' : 'on another machine'),
    key: 'ratio_elsewhere',
    better: 'higher',
    format: (value) => value.toFixed(2),
    interval: 'only',
    doc: SEVERAL_MACHINES,
    when: ({ published }) => published !== undefined,
    value: ({ pooled }) =>
      pooled ? { value: pooled.ratio.value, ...pooled.ratio.predicted } : null,
  },
  {
    title: ({ baseline }) => `µs over ${baseline}`,
    key: 'us_over_baseline',
    better: 'lower',
    format: signedText,
    interval: 'behind',
    doc: SEVERAL_MACHINES,
    when: arePooled,
    value: ({ pooled }) =>
      pooled ? { value: pooled.microseconds.value, ...pooled.microseconds.predicted } : null,
  },
]

/** Returns requests/s; of processes that run at one of two speeds, with both. */
export function requestsWithModes({ requestsPerSecond, ratioToBaseline, processes }: Summary) {
  const scale = ratioToBaseline ? requestsPerSecond.value / ratioToBaseline.value : 1
  return withModes(requestsPerSecond, processes, scale)
}

/** Latency is the median over trials of latency × requests/s, over the shown requests/s: it is normalized. */
function latency(
  percentile: string,
  of: (summary: Summary) => Estimate | null | undefined,
): RunColumn {
  return {
    title: `${percentile}, ms`,
    key: `${percentile}_ms`,
    better: 'lower',
    digits: 2,
    doc: 'method.md#the-figures',
    when: ({ published }) =>
      published === undefined || published.servers.some(({ summary }) => summary && of(summary)),
    value: figure((summary) => of(summary) ?? null),
  }
}

/** The figures that the suite exists for. */
const FIGURES: readonly RunColumn[] = [
  {
    title: 'requests/s',
    key: 'requests_per_second',
    better: 'higher',
    doc: 'method.md#the-figures',
    value: figure(requestsWithModes),
  },
  latency('p50', ({ latencyP50 }) => latencyP50),
  latency('p95', ({ latencyP95 }) => latencyP95),
  latency('p99', ({ latencyP99 }) => latencyP99),
  {
    // More is not better: it rewards large responses.
    title: 'MB/s',
    key: 'throughput_mb_s',
    format: (value) => significant(value, 3),
    value: figure(({ receivedPerSecond }) => megabytes(receivedPerSecond)),
  },
  {
    title: 'peak, MB',
    key: 'peak_mb',
    better: 'lower',
    value: figure(({ peakMemory }) => megabytes(peakMemory)),
  },
  {
    title: 'CPU, µs/request',
    key: 'cpu_us_per_request',
    better: 'lower',
    value: figure(({ cpuPerRequest }) => cpuPerRequest),
  },
]

/** Near 100 by design: the load fills the server's CPU. */
const CPU_SHARE: RunColumn = {
  title: 'CPU, %',
  better: 'lower',
  on: ['terminal', 'page', 'data'],
  value: figure(({ cpuMean }) => cpuMean),
}

/** Counts are text, since they have no significant digits. */
const MACHINES: RunColumn = {
  title: 'machines',
  when: arePooled,
  value: ({ pooled }, { published }) => String(pooled?.machines ?? published?.machines),
}
const RUNS: RunColumn = {
  title: 'runs',
  when: arePooled,
  value: ({ pooled }, { published }) => String(pooled?.runs ?? published?.runs.length),
}

/** All columns, in the order of the terminal, data and the report. */
export const RUN_COLUMNS: readonly RunColumn[] = [
  rank,
  ratio,
  ...COMPARED,
  ...FIGURES,
  CPU_SHARE,
  MACHINES,
  RUNS,
  {
    title: 'caveats',
    on: ['data'],
    value: figure(({ caveats }) => caveats.map(({ kind }) => kind).join('; ') || null),
  },
]

/** A page has two tables, each no wider than the page: the figures, and how servers compare. */
export const FIGURE_COLUMNS: readonly RunColumn[] = [ratio, ...FIGURES, CPU_SHARE]
export const COMPARISON_COLUMNS: readonly RunColumn[] = [rank, ratio, ...COMPARED, MACHINES]

/** @param marked whether to add the marks of caveats */
export function runRows(
  servers: readonly ServerResult[],
  published?: PooledResult,
  marked = false,
): RunRow[] {
  return servers.map((server) => {
    const { name, displayName, version, runtime, runtimeVersion, summary } = server
    return {
      name,
      displayName,
      version,
      runtime,
      runtimeVersion,
      server,
      summary,
      pooled: published?.pooled.get(name),
      marks: marked && summary ? marksOf(summary) : '',
    }
  })
}

export function dataOfRun(result: Result | PooledResult): DataTable {
  const published = 'pooled' in result ? result : undefined
  return dataTable({
    columns: RUN_COLUMNS,
    rows: runRows(result.servers, published).filter(({ summary }) => summary !== null),
    file: { baseline: result.baseline, published },
    of: result,
    disqualified: result.servers.flatMap(({ name, disqualified, summary }) =>
      summary === null && disqualified
        ? { server: name, reason: `${disqualified.phase}: ${disqualified.reason}` }
        : [],
    ),
  })
}
