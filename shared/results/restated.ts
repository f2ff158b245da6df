/** Recalculates a stored result's summaries by the current statistics; the file is not changed. */

import type { Result } from '../format/format.ts'
import { type Fit, fitTrials, type TrialsByServer } from '../stats/fit.ts'
import { summarizeAll } from './summary.ts'

/** Recalculates all summaries; servers without one stay without. */
export function restated(result: Result): Result {
  const summaries = summarizeAll(trialsOf(result), result.baseline)
  return {
    ...result,
    servers: result.servers.map((server) => ({
      ...server,
      summary: summaries.get(server.name) ?? null,
    })),
  }
}

/** Fits the result's requests/s. */
export function fitOf(result: Omit<Result, 'checksum'>): Fit {
  return fitTrials(trialsOf(result))
}

/** Returns the trials of measured servers. */
function trialsOf({ servers }: Pick<Result, 'servers'>): TrialsByServer {
  return new Map(
    servers.flatMap(({ name, trials, summary }) => (summary ? [[name, trials] as const] : [])),
  )
}
