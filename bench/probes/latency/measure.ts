/** Loads one fresh process of a server at several rates. */
import type { Random } from '../../../shared/basics/random.ts'
import type { LoadValues } from '../../../shared/probes/latency.ts'
import { hasStalled, type OpenSession } from '../../load/open-load.ts'
import type { LoadedOpen, RunningTrial } from '../../run/running-trial.ts'

/** Requests of a process at a rate, at least: enough for its p99. */
export const LEAST_REQUESTS = 2_000
/** Number of repeats of a load in which the generator stalled or the CPUs were noisy. */
const REPEATS = 2
/** A rate above the maximum by this factor is skipped: it would only show a growing queue. */
const HOPELESS = 1.2

/** Returns the seconds of load at a rate: longer at a low one. */
export const secondsAt = (rate: number, seconds: number) => Math.max(seconds, LEAST_REQUESTS / rate)

interface Plan {
  trial: RunningTrial
  session: OpenSession
  /** Requests/s of a closed loop. */
  maximum: number
  /** At each rate, at least. */
  seconds: number
  random: Random
}

/** Loads at a rate until the load counts. A noisy load counts only if there is no better one. */
export async function loadAt(rate: number, { trial, session, maximum, seconds, random }: Plan) {
  let best: LoadedOpen | null = null
  let stalls = 0
  const times = rate > HOPELESS * maximum ? 0 : 1 + REPEATS
  for (let time = 1; time <= times && best?.noise !== null; time++) {
    const load = { rate, seconds: secondsAt(rate, seconds), seed: random.seed() }
    const loaded = await trial.loadOpen(session, load)
    if (hasStalled(loaded.report)) stalls++
    else best = loaded
  }
  return { rate, maximum, stalls, ...(best && valuesOf(best)) }
}

export function valuesOf({ report, usage, noise }: LoadedOpen): LoadValues {
  const { scheduled, completed, failed, unsent, backlogGrowth, latency, least } = report
  return {
    scheduled,
    completed,
    failed,
    unsent,
    backlogGrowth,
    ...latency,
    generatorPart: latency.p99 === null ? null : latency.p99 - (least.p99 ?? 0),
    cpu: usage.kernel ? (1e6 * usage.cpuSeconds) / report.load.requests : null,
    noise,
  }
}
