/** Columns of a run's figures, for the terminal, pages, data and the report. */
import type { Result, ServerResult, Summary } from '../../shared/results/format.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import type { Estimate } from '../../shared/stats/intervals.ts'
import type { Pooled } from '../../shared/stats/pool.ts'
import type { Column, Row } from '../instruments/columns.ts'
import { type DataTable, dataTable } from '../instruments/data.ts'
import { marksOf } from './marks.ts'
import { megabytes, rankText, ratioText, significant } from './numbers.ts'

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

const ratioToBaselineOf = ({ ratioToBaseline }: Summary): Estimate | null =>
  ratioToBaseline && { ...ratioToBaseline, value: ratioToBaseline.ratio }

const arePooled = ({ published, ofOneRun }: RunTable) => published !== undefined && !ofOneRun

const SEVERAL_MACHINES = 'statistics.md#several-machines'

export const rank: RunColumn = {
  title: 'rank',
  leads: true,
  format: String,
  doc: 'statistics.md#ranks',
  value: figure(({ ranks }) => ({ value: rankText(ranks), low: ranks.best, high: ranks.worst })),
}

/** Comparisons with the baseline: as measured, on another machine, and in µs. */
export const COMPARED: readonly RunColumn[] = [
  {
    title: ({ baseline }) => `× ${baseline}`,
    key: 'ratio_to_baseline',
    better: 'higher',
    format: ratioText,
    interval: 'percent',
    doc: SEVERAL_MACHINES,
    value: figure(ratioToBaselineOf),
  },
  {
    title: ({ ofOneRun }) => (ofOneRun ? 'published' : 'on another machine'),
    key: 'ratio_elsewhere',
    better: 'higher',
    format: (ratio) => ratio.toFixed(2),
    interval: 'only',
    doc: SEVERAL_MACHINES,
    when: ({ published }) => published !== undefined,
    value: ({ pooled }) => (pooled ? { value: pooled.ratio.value, ...pooled.ratio.predicted } : null),
  },
  {
    title: ({ baseline }) => `µs over ${baseline}`,
    key: 'us_over_baseline',
    better: 'lower',
    interval: 'absolute',
    doc: SEVERAL_MACHINES,
    on: ['page', 'data', 'report'],
    when: arePooled,
    value: ({ pooled }) => pooled?.microseconds ?? null,
  },
]

export const p99: RunColumn = {
  title: 'p99, ms',
  key: 'p99_ms',
  better: 'lower',
  value: figure(({ latencyP99 }) => latencyP99),
}

/** All columns, in the order of the tables. */
export const RUN_COLUMNS: readonly RunColumn[] = [
  rank,
  ...COMPARED,
  {
    title: 'requests/s',
    key: 'requests_per_second',
    better: 'higher',
    digits: 4,
    doc: 'method.md#the-figures',
    value: figure(({ requestsPerSecond }) => requestsPerSecond),
  },
  p99,
  { title: 'peak, MB', key: 'peak_mb', better: 'lower', value: figure(({ peakMemory }) => megabytes(peakMemory)) },
  {
    title: 'CPU, µs/request',
    key: 'cpu_us_per_request',
    better: 'lower',
    on: ['terminal', 'data', 'report'],
    value: figure(({ cpuPerRequest }) => cpuPerRequest),
  },
  { title: 'CPU, %', better: 'lower', on: ['terminal', 'data'], value: figure(({ cpuMean }) => cpuMean) },
  {
    // More is not better: it rewards large responses.
    title: 'throughput, MB/s',
    format: (value) => significant(value, 3),
    on: ['terminal', 'data'],
    value: figure(({ receivedPerSecond }) => megabytes(receivedPerSecond)),
  },
  pooledCount('machines', ({ pooled }, { published }) => pooled?.machines ?? published?.machines),
  pooledCount('runs', ({ pooled }, { published }) => pooled?.runs ?? published?.runs.length),
  {
    title: 'caveats',
    on: ['data'],
    value: figure(({ caveats }) => caveats.map(({ kind }) => kind).join('; ') || null),
  },
]

/** A count of a server's pooled runs; as text, since it has no significant digits. */
function pooledCount(title: string, of: (row: RunRow, table: RunTable) => number | undefined): RunColumn {
  return {
    title,
    on: ['data', 'report'],
    when: arePooled,
    value: (row, table) => of(row, table)?.toString() ?? null,
  }
}

/** Returns the column of ratios to the baseline in another result, with the marks of its caveats. */
export function ratioIn({ servers, scenario }: Result): RunColumn {
  const summaryOf = (name: string) => servers.find((server) => server.name === name)?.summary
  return {
    title: ({ baseline }) => `× ${baseline}, ${scenario}`,
    better: 'higher',
    format: ratioText,
    interval: 'percent',
    doc: SEVERAL_MACHINES,
    value({ name }) {
      const summary = summaryOf(name)
      return summary ? ratioToBaselineOf(summary) : null
    },
    marks({ name }) {
      const summary = summaryOf(name)
      return summary ? marksOf(summary) : ''
    },
  }
}

/** @param marked whether to add the marks of caveats */
export function runRows(servers: readonly ServerResult[], published?: PooledResult, marked = false): RunRow[] {
  return servers.map((server) => {
    const { name, displayName, version, runtime, runtimeVersion, summary } = server
    return {
      ...{ name, displayName, version, runtime, runtimeVersion, server, summary },
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
    disqualified: result.servers.flatMap(({ name, refusal, summary }) =>
      summary === null && refusal ? { server: name, reason: `${refusal.phase}: ${refusal.reason}` } : [],
    ),
  })
}
