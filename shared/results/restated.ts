/** A stored result in the words of today's statistics: they are made of the trials, and the file stays as it was written. */
import { type Fit, fitTrials, type TrialsByServer } from '../stats/fit.ts'
import type { Result, ServerResult } from './format.ts'
import { summarizeAll } from './summary.ts'

/** @returns the result with every summary made anew; servers that have none get none */
export function restated(result: Result): Result {
  const { servers, baseline, copy } = result
  const summaries = summarizeAll(trialsOf(result), baseline, copy?.name)
  const summarized = (server: ServerResult) => ({ ...server, summary: summaries.get(server.name) ?? null })
  return { ...result, servers: servers.map(summarized), copy: copy && summarized(copy) }
}

/** What the result says of requests/s. */
export function fitOf(result: Omit<Result, 'checksum'>): Fit {
  return fitTrials(trialsOf(result))
}

/** Trials of the servers that have a number, of the copy of the baseline too. */
function trialsOf({ servers, copy }: Pick<Result, 'servers' | 'copy'>): TrialsByServer {
  const all = [...servers, ...(copy ? [copy] : [])]
  return new Map(all.flatMap(({ name, trials, summary }) => (summary ? [[name, trials] as const] : [])))
}
