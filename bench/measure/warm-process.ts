/** Processes that are warm, and whose maximum is known. */
import type { Scenario } from '../../shared/contract/scenario.ts'
import type { Protocol } from '../../shared/format/format.ts'
import { defaultProtocol, defaultsOf } from '../../shared/results/default-protocol.ts'
import type { Server } from '../folders/servers.ts'
import type { LoadSession } from '../load/generator.ts'
import type { Pinning } from '../machine/cpus.ts'
import { RunningTrial } from '../run/running-trial.ts'

const { warmupSeconds, durationSeconds, sliceSeconds } = defaultProtocol

/** Conditions of the maximum. */
export const CLOSED_LOOP = { warmupSeconds, durationSeconds, sliceSeconds }

/** A process to load. */
interface Process {
  server: Server
  /** Counted from 1. */
  round: number
  scenario: Scenario
  pinning: Pinning
  /** Seed of the values in its contract. */
  seed: number
  closedLoop: Pick<Protocol, keyof typeof CLOSED_LOOP | 'connections' | 'pipelining'>
}

/** Requests/s of a closed loop, after the warm-up. */
interface Maximum {
  perSecond: number
  /** Whether the rates no longer grew. */
  settled: boolean
}

/**
 * Starts a process, finds its maximum, does work with it, checks its contract and stops it.
 * @throws TrialFailure; no process is left then
 */
export async function withMaximum<R>(
  { closedLoop, ...process }: Process,
  session: LoadSession,
  work: (trial: RunningTrial, maximum: Maximum) => Promise<R>,
): Promise<R> {
  const { scenario, seed } = process
  const protocol = { ...defaultsOf(scenario.name), ...closedLoop, seed }
  await using trial = await RunningTrial.start({ ...process, protocol, group: 1 })
  for (let turn = 1; !trial.isMeasured; turn++) await trial.loadSlice(session, turn)
  const { values, evidence } = trial.record
  const perSecond = values.requestsPerSecond
  const result = await work(trial, { perSecond, settled: evidence.warmUp.settled })
  await trial.finish(false)
  return result
}
