/** Which of the two kinds of file a path holds that have a number for each server: a run's result, or counts. */
import { UsageError } from '../basics/errors.ts'
import { readResult } from './file.ts'
import type { Result } from './format.ts'
import { type Counts, readCounts } from './instructions.ts'
import { readJson } from './sealed-file.ts'

export type ResultOrCounts = { kind: 'result'; result: Result } | { kind: 'counts'; counts: Counts }

/**
 * @throws UsageError that names the file, where it is of neither kind, is no valid one, or has been edited
 */
export function readResultOrCounts(path: string): ResultOrCounts {
  const json = readJson(path, { isNone: 'is neither a result nor a file of counts' })
  const { metric } = (json ?? {}) as Record<string, unknown>
  if (metric === 'instructions') return { kind: 'counts', counts: readCounts(path) }
  if (metric === undefined) return { kind: 'result', result: readResult(path) }
  throw new UsageError(
    `${path} is neither a result of npm run bench -- run nor counts of npm run bench -- instructions: it is of ${metric}`,
  )
}
