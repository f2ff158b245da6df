/** Estimates from the processes in which a library was timed and counted. */

import { type Estimate, meanEstimate } from '../../../shared/stats/intervals.ts'
import type { MeasuredLibrary, OperationId, Validators } from './format.ts'

export interface OperationSummary {
  /** Nanoseconds per call, without the loop around it. */
  nanoseconds: Estimate
  /** Per call; null where nothing counted. */
  instructions: Estimate | null
  /** True where every counted process had settled; null where nothing counted. */
  settled: boolean | null
  /** Allocated in a call; null where the runtime does not tell. */
  bytes: number | null
}

interface LibrarySummary {
  importMilliseconds: Estimate
  firstCallMicroseconds: Estimate
  operations: Partial<Record<OperationId, OperationSummary>>
}

export type Summarized = MeasuredLibrary & { summary: LibrarySummary }

/** The libraries that have figures, the shortest `parse` first. */
export function summarized({ libraries }: Pick<Validators, 'libraries'>): Summarized[] {
  const timeOf = ({ summary }: Summarized) => summary.operations.parse?.nanoseconds.value ?? Number.POSITIVE_INFINITY
  return libraries
    .filter(({ refusal, timed }) => refusal === null && timed.length > 0)
    .map((library) => ({ ...library, summary: summarizeLibrary(library) }))
    .sort((a, b) => timeOf(a) - timeOf(b) || (a.library < b.library ? -1 : 1))
}

function summarizeLibrary({ operations, timed, counted, bytes }: MeasuredLibrary): LibrarySummary {
  const summaryOf = (operation: OperationId): OperationSummary => {
    const calls = counted.flatMap((process) => process[operation] ?? [])
    return {
      nanoseconds: meanEstimate(timed.map(({ nanoseconds, loop }) => (nanoseconds[operation] ?? Number.NaN) - loop)),
      instructions: calls.length > 0 ? meanEstimate(calls.map(({ javascript }) => javascript)) : null,
      settled: calls.length > 0 ? calls.every(({ settled }) => settled) : null,
      bytes: bytes[operation] ?? null,
    }
  }
  return {
    importMilliseconds: meanEstimate(timed.map(({ importMilliseconds }) => importMilliseconds)),
    firstCallMicroseconds: meanEstimate(timed.map(({ firstCallMicroseconds }) => firstCallMicroseconds)),
    operations: Object.fromEntries(operations.map((operation) => [operation, summaryOf(operation)])),
  }
}
