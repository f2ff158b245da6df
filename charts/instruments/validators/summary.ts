/** Estimates over a library's processes. */

import type { Estimate } from '../../../shared/stats/estimate.ts'
import { meanEstimate } from '../../../shared/stats/intervals.ts'
import type { MeasuredLibrary, OperationId, Validators } from './format.ts'

export interface OperationSummary {
  /** ns per call, without the loop. */
  nanoseconds: Estimate
  /** Per call; null if not counted. */
  instructions: Estimate | null
  /** Whether every counted process had settled; null if not counted. */
  settled: boolean | null
}

export type Summarized = MeasuredLibrary & { summary: ReturnType<typeof summarizeLibrary> }

/** Returns libraries that have figures, the fastest `parse` first. */
export function summarized({ servers }: Pick<Validators, 'servers'>): Summarized[] {
  const timeOf = ({ summary }: Summarized) =>
    summary.operations.parse?.nanoseconds.value ?? Number.POSITIVE_INFINITY
  return servers
    .filter(({ refusal, timed }) => refusal === null && timed.length > 0)
    .map((library) => ({ ...library, summary: summarizeLibrary(library) }))
    .sort((a, b) => timeOf(a) - timeOf(b) || (a.displayName < b.displayName ? -1 : 1))
}

function summarizeLibrary({ operations, timed, counted }: MeasuredLibrary) {
  const summaryOf = (operation: OperationId): OperationSummary => {
    const calls = counted.flatMap((process) => process[operation] ?? [])
    return {
      nanoseconds: meanEstimate(
        timed.map(({ nanoseconds, loop }) => (nanoseconds[operation] ?? Number.NaN) - loop),
      ),
      instructions:
        calls.length > 0 ? meanEstimate(calls.map(({ instructions }) => instructions)) : null,
      settled: calls.length > 0 ? calls.every(({ settled }) => settled) : null,
    }
  }
  return {
    importMilliseconds: meanEstimate(timed.map(({ importMilliseconds }) => importMilliseconds)),
    firstCallMicroseconds: meanEstimate(
      timed.map(({ firstCallMicroseconds }) => firstCallMicroseconds),
    ),
    operations: Object.fromEntries(
      operations.map((operation) => [operation, summaryOf(operation)]),
    ) as Partial<Record<OperationId, OperationSummary>>,
  }
}
