/** Figures of a file for other tools: CSV by RFC 4180, with a header; a row a server, a column a figure and two for its interval. */
import { csvText } from '../basics/csv.ts'
import type { Result } from './format.ts'
import type { Counts } from './instructions.ts'
import type { Estimate } from './intervals.ts'
import type { PooledResult } from './pooled-result.ts'
import { sixDigits } from './statistics.ts'

interface Row {
  server: string
  version: string | null
  runtime: string
  /** In the order of the columns; null where the server has no such figure. Empty where it was refused. */
  figures: readonly (Estimate | null)[]
  /** What is held against them, by the names of docs/caveats.md. */
  verdicts: readonly string[]
  /** Why it has no figure. */
  refusal: string | null
}

/** Units included: `latency_p99_ms`. */
const RESULT_COLUMNS = [
  'ratio_to_baseline',
  'requests_per_second',
  'latency_p99_ms',
  'cpu_us_per_request',
  'peak_memory_bytes',
]

/** @returns null where no server has a figure */
export function csvOfResult(result: Result): string | null {
  return csv(result, RESULT_COLUMNS, rowsOf(result))
}

/** The same of all runs that are pooled, and what they say together. */
export function csvOfPooled(result: PooledResult): string {
  const rows = rowsOf(result).map((row): Row => {
    const pooled = result.pooled.get(row.server)
    const elsewhere = pooled && { value: pooled.ratio.value, ...pooled.ratio.predicted }
    const counts = [pooled?.machines ?? result.machines, pooled?.runs ?? result.runs.length].map(alone)
    const more = row.figures.length > 0 ? [elsewhere ?? null, pooled?.microseconds ?? null, ...counts] : []
    return { ...row, figures: [...row.figures, ...more] }
  })
  return csv(result, [...RESULT_COLUMNS, 'ratio_elsewhere', 'us_over_baseline', 'machines', 'runs'], rows) ?? ''
}

/** Columns of numbers that have no interval. */
const EXACT: ReadonlySet<string> = new Set(['machines', 'runs'])

const alone = (value: number): Estimate => ({ value, low: null, high: null })

function rowsOf({ servers }: Result): Row[] {
  return servers.map(({ name, version, runtime, runtimeVersion, summary, refusal }) => ({
    server: name,
    version,
    runtime: `${runtime} ${runtimeVersion}`,
    figures: summary
      ? [
          summary.ratioToBaseline && { ...summary.ratioToBaseline, value: summary.ratioToBaseline.ratio },
          ...[summary.requestsPerSecond, summary.latencyP99, summary.cpuPerRequest, summary.peakMemory],
        ]
      : [],
    verdicts: summary?.verdicts.map(({ kind }) => kind) ?? [],
    refusal: refusal && `${refusal.phase}: ${refusal.reason}`.replaceAll(/\s+/g, ' '),
  }))
}

/** @returns null where no server has a figure */
export function csvOfCounts(counts: Counts): string | null {
  const rows = counts.servers.map(({ name, version, runtime, runtimeVersion, summary, refusal }) => ({
    server: name,
    version,
    runtime: `${runtime} ${runtimeVersion}`,
    figures: summary ? [{ value: summary.javascript, low: summary.low, high: summary.high }] : [],
    verdicts: summary && !summary.settled ? ['not settled'] : [],
    refusal,
  }))
  return csv(counts, ['instructions_per_request'], rows)
}

function csv(
  { scenario, startedAt }: Pick<Result, 'scenario' | 'startedAt'>,
  columns: readonly string[],
  rows: readonly Row[],
): string | null {
  if (rows.every(({ figures }) => figures.length === 0)) return null
  const figures = columns.flatMap((key) => (EXACT.has(key) ? [key] : [key, `${key}_low`, `${key}_high`]))
  const head = ['scenario', 'started_at', 'server', 'version', 'runtime', ...figures, 'verdicts', 'refusal']
  const body = rows.map((row) => [
    scenario,
    startedAt,
    row.server,
    row.version,
    row.runtime,
    ...columns.flatMap((key, index) => {
      const { value = null, low = null, high = null } = row.figures[index] ?? {}
      return (EXACT.has(key) ? [value] : [value, low, high]).map(sixDigits)
    }),
    row.verdicts.join('; '),
    row.refusal,
  ])
  return csvText([head, ...body])
}
