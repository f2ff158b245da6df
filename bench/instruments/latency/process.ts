/** Loads one fresh process of a server: its maximum, and latencies at rates. */
import type {
  LatencyProcess,
  LatencyProtocol,
  OpenLoad,
} from '../../../charts/instruments/latency/format.ts'
import type { Random } from '../../../shared/basics/random.ts'
import type { Scenario } from '../../../shared/contract/scenario.ts'
import type { Protocol } from '../../../shared/format/format.ts'
import { defaultsOf } from '../../../shared/results/default-protocol.ts'
import type { Server } from '../../folders/servers.ts'
import { hasStalled, type OpenSession } from '../../load/open.ts'
import type { Pinning } from '../../machine/cpus.ts'
import { type LoadedOpen, RunningTrial } from '../../run/running-trial.ts'

/** Number of repeats of a load in which the generator stalled or the CPUs were noisy. */
const REPEATS = 2
/** A rate above the maximum by this factor is skipped: it would only show a growing queue. */
const HOPELESS = 1.2

interface ProcessPlan {
  server: Server
  /** Counted from 1. */
  round: number
  scenario: Scenario
  protocol: LatencyProtocol
  pinning: Pinning
  session(): Promise<OpenSession>
  /** Waits until no other server is under load. */
  takeTurn<T>(work: () => Promise<T>): Promise<T>
  random: Random
}

/** @throws TrialFailure; no process is left then */
export async function loadProcess(plan: ProcessPlan): Promise<LatencyProcess> {
  const { protocol, takeTurn, random, session, round } = plan
  const seed = random.seed()
  const own = { ...plan, protocol: trialProtocol(plan.scenario.name, protocol), group: 1, seed }
  const trial = await takeTurn(() => RunningTrial.start(own))
  try {
    for (let turn = 1; !trial.isMeasured; turn++) {
      await takeTurn(async () => trial.loadSlice(await session(), turn))
    }
    const { requests, warmUp } = trial.record
    const maximum = { requestsPerSecond: requests.perSecond, settled: warmUp.settled }
    const points: LatencyProcess['points'] = []
    for (const rate of random.shuffle(protocol.rates)) {
      const isHopeless = rate > HOPELESS * maximum.requestsPerSecond
      const { load, stoodStill } = isHopeless
        ? { load: null, stoodStill: 0 }
        : await loadAt(trial, plan, rate)
      points.push({ rate, stoodStill, load: load && loadOf(load) })
    }
    await takeTurn(() => trial.finish(false))
    return { round, maximum, points: points.sort((a, b) => a.rate - b.rate) }
  } finally {
    await takeTurn(() => trial[Symbol.asyncDispose]())
  }
}

/** Returns the seconds of load at a rate: longer at a low one, so that its p99 has enough requests. */
export function secondsAt(
  rate: number,
  { seconds, leastRequests }: Pick<LatencyProtocol, 'seconds' | 'leastRequests'>,
): number {
  return Math.max(seconds, leastRequests / rate)
}

/** Loads at a rate until the load counts. A noisy load counts only if there is no better one. */
async function loadAt(
  trial: RunningTrial,
  { protocol, takeTurn, random, session }: ProcessPlan,
  rate: number,
) {
  let best: LoadedOpen | null = null
  let stoodStill = 0
  for (let time = 0; time <= REPEATS && best?.noise !== null; time++) {
    const load = { rate, seconds: secondsAt(rate, protocol), seed: random.seed() }
    const watched = await takeTurn(async () => trial.loadOpen(await session(), load))
    if (hasStalled(watched.report)) stoodStill++
    else best = watched
  }
  return { load: best, stoodStill }
}

/** Returns a run's protocol, for the warm-up and the maximum. */
function trialProtocol(
  scenario: string,
  { closedLoop, connections, seed }: LatencyProtocol,
): Protocol {
  return { ...defaultsOf(scenario), ...closedLoop, connections, seed }
}

/** Converts a load to the file's format. */
export function loadOf({ report, usage, noise }: LoadedOpen): OpenLoad {
  const { scheduled, completed, failed, unsent, backlogGrowth, latency, least } = report
  return {
    ...{ scheduled, completed, failed, unsent, backlogGrowth, ...latency, noise },
    generatorPart: latency.p99 === null ? null : latency.p99 - (least.p99 ?? 0),
    cpuMicroseconds: usage.kernel ? (1e6 * usage.cpuSeconds) / report.load.requests : null,
  }
}
