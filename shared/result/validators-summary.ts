/** What follows from the processes in which a library was timed and counted. */
import jStat from 'jstat'
import { CONFIDENCE } from './intervals.ts'
import { spreadOf } from './statistics.ts'
import type { Estimate, LibrarySummary, MeasuredLibrary, OperationId } from './validators.ts'

/** Mean over processes with Student's t interval; without one where there is one process. @param values at least one */
export function estimateOf(values: readonly number[]): Estimate {
  const { mean, sd } = spreadOf(values)
  const n = values.length
  if (n < 2) return { mean, low: null, high: null }
  const half = (jStat.studentt.inv(1 - (1 - CONFIDENCE) / 2, n - 1) * sd) / Math.sqrt(n)
  return { mean, low: mean - half, high: mean + half }
}

/** Half of the interval's width over the mean; null where there is no interval. */
export function relativeWidth({ mean, high }: Estimate): number | null {
  return high === null || mean <= 0 ? null : (high - mean) / mean
}

/** Null where no process was timed. */
export function summarizeLibrary({
  operations,
  timed,
  counted,
  bytes,
}: Pick<MeasuredLibrary, 'operations' | 'timed' | 'counted' | 'bytes'>): LibrarySummary | null {
  if (timed.length === 0) return null
  const summaryOf = (operation: OperationId) => {
    const calls = counted.flatMap((process) => process[operation] ?? [])
    return {
      nanoseconds: estimateOf(timed.map(({ nanoseconds, loop }) => (nanoseconds[operation] ?? Number.NaN) - loop)),
      instructions: calls.length > 0 ? estimateOf(calls.map(({ javascript }) => javascript)) : null,
      settled: calls.length > 0 ? calls.every(({ settled }) => settled) : null,
      bytes: bytes[operation] ?? null,
    }
  }
  return {
    importMilliseconds: estimateOf(timed.map(({ importMilliseconds }) => importMilliseconds)),
    firstCallMicroseconds: estimateOf(timed.map(({ firstCallMicroseconds }) => firstCallMicroseconds)),
    loop: estimateOf(timed.map(({ loop }) => loop)),
    operations: Object.fromEntries(operations.map((operation) => [operation, summaryOf(operation)])),
  }
}
