/** Loads a fresh group of a server's processes. */
import { createRandom } from '../../../shared/basics/random.ts'
import type { Scenario } from '../../../shared/contract/scenario.ts'
import type { Sharing } from '../../../shared/format/workers.ts'
import { defaultsOf } from '../../../shared/results/default-protocol.ts'
import { sixDigits, sum } from '../../../shared/stats/statistics.ts'
import type { Server } from '../../folders/servers.ts'
import type { LoadSession } from '../../load/generator.ts'
import { coresAmong, type Pinning } from '../../machine/cpus.ts'
import type { Figures } from '../../measure/probe.ts'
import { RunningTrial } from '../../run/running-trial.ts'

/** Long beside the few ms by which the windows of several load generators differ. */
const SLICE_SECONDS = 0.5

interface Plan {
  workers: number
  sharing: Sharing
  /** Per worker. */
  connections: number
  /** Seconds of load that count. */
  seconds: number
  /** Longest warm-up, in seconds. */
  warmup: number
  scenario: Scenario
  /** CPUs of the largest group. */
  pinning: Pinning
  /** Counted from 1. */
  round: number
  seed: number
}

/** @throws TrialFailure; no process is left then */
export async function scaleFigures(
  server: Server,
  session: LoadSession,
  plan: Plan,
): Promise<Figures> {
  const { workers: number, sharing, connections, seconds, warmup, scenario, round } = plan
  const { generator, note, server: all } = plan.pinning
  const cpus = all?.slice(0, number) ?? null
  const usual = defaultsOf(scenario.name)
  await using trial = await RunningTrial.start({
    server,
    round,
    group: 1,
    scenario,
    pinning: { server: cpus, generator, note },
    seed: createRandom(plan.seed + round).seed(),
    protocol: {
      ...usual,
      polling: generator !== null,
      connections: number * connections,
      durationSeconds: seconds,
      sliceSeconds: Math.min(seconds, SLICE_SECONDS),
      warmupSeconds: warmup,
      warmupRequests: number * (usual.warmupRequests ?? 0),
      seed: plan.seed,
      ...(number > 1 && { workers: { number, sharing } }),
    },
  })
  const before = await trial.shares()
  for (let turn = 1; !trial.isMeasured; turn++) await trial.loadSlice(session, turn)
  const shares = await trial.shares()
  const {
    trial: {
      values: { requestsPerSecond: rate, cpuMean, peakMemory: memory, p99 },
      evidence: { generator: generators, caveats },
    },
  } = await trial.finish(false)
  const counts = shares.map((share) => share.connections)
  const cpuSeconds = shares.map((share, i) => share.cpuSeconds - (before[i]?.cpuSeconds ?? 0))
  return {
    values: {
      workers: number,
      // A worker without a connection is one process.
      processes: sum(shares, ({ processes }) => Math.max(1, processes)),
      cores: cpus && coresAmong(cpus),
      rate,
      cpu: cpuMean / number,
      memory,
      p99,
      busiest: (Math.max(...counts) * number) / sum(counts, (count) => count),
      generator: generators.eventLoopPercent,
      caveats: caveats.map(({ kind }) => kind).join(', '),
    },
    evidence: sixDigits({ connections: counts, cpuSeconds }),
  }
}
