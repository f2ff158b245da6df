/** Recalculates a stored result's summaries by the current statistics; the file is not changed. */

import type { Result } from '../format/format.ts'
import { type Fit, fitTrials, type TrialsByServer } from '../stats/fit.ts'
import { summarizeAll } from './summary.ts'

/** Results of `restated`, which it returns as they are, and fits: to fit a run of all servers takes a tenth of a second. */
const done = new WeakSet<object>()
const fits = new WeakMap<object, Fit>()

/** Recalculates all summaries; servers without one stay without. */
export function restated(result: Result): Result {
  if (done.has(result)) return result
  const summaries = summarizeAll(trialsOf(result), result.baseline)
  const servers = result.servers.map((server) => ({
    ...server,
    summary: summaries.get(server.name) ?? null,
  }))
  const recent = { ...result, servers }
  done.add(recent)
  return recent
}

/** Fits the result's requests/s. */
export function fitOf(result: Omit<Result, 'checksum'>): Fit {
  const fit = fits.get(result) ?? fitTrials(trialsOf(result))
  fits.set(result, fit)
  return fit
}

/** Returns the trials of measured servers. */
function trialsOf({ servers }: Pick<Result, 'servers'>): TrialsByServer {
  return new Map(
    servers.flatMap(({ name, trials, summary }) => (summary ? [[name, trials] as const] : [])),
  )
}
