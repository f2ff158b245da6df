/** Recalculates a stored result's summaries by the current statistics; the file is not changed. */
import { type Fit, fitTrials, type TrialsByServer } from '../stats/fit.ts'
import type { Result, ServerResult } from './format.ts'
import { summarizeAll } from './summary.ts'

/** Recalculates all summaries; servers without one stay without. */
export function restated(result: Result): Result {
  const { servers, baseline, copy } = result
  const summaries = summarizeAll(trialsOf(result), baseline, copy?.name)
  const summarized = (server: ServerResult) => ({ ...server, summary: summaries.get(server.name) ?? null })
  return { ...result, servers: servers.map(summarized), copy: copy && summarized(copy) }
}

/** Fits the result's requests/s. */
export function fitOf(result: Omit<Result, 'checksum'>): Fit {
  return fitTrials(trialsOf(result))
}

/** Returns the trials of measured servers, and of the A/A copy. */
function trialsOf({ servers, copy }: Pick<Result, 'servers' | 'copy'>): TrialsByServer {
  const all = [...servers, ...(copy ? [copy] : [])]
  return new Map(all.flatMap(({ name, trials, summary }) => (summary ? [[name, trials] as const] : [])))
}
