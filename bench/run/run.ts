/** A run: rounds of every chosen server until there are enough; the outcome is one result. */

import { messageOf } from '../../shared/basics/errors.ts'
import { createRandom, type Random } from '../../shared/basics/random.ts'
import type { Refusal, UnsealedResult } from '../../shared/results/format.ts'
import { buildServer } from '../host/build.ts'
import { pinSelf } from '../host/cpus.ts'
import type { Server } from '../host/servers.ts'
import { dealGroups, type RoundObserver, runRound } from './round.ts'
import { BASELINE, type RunPlan } from './run-plan.ts'
import { beginRecord, completeRecord, recordsOf, summarize, widerThan } from './run-record.ts'

export interface RunObserver extends RoundObserver {
  buildBegins(server: Server): void
  roundBegins(round: number, servers: readonly Server[]): void
  /** @param open servers whose ratio is not yet as certain as was asked for */
  roundEnds(round: number, open: readonly string[]): void
}

/**
 * Measures. A server that fails once is disqualified for the rest of the run, and the others go on.
 * @param record what was measured before, where the run was interrupted; each finished round is added to it
 * @param keep called after each round, when no process of it is left
 * @returns the record, complete
 * @throws HostLost where the load generator's host can't be reached any more
 */
export async function run(
  plan: RunPlan,
  observer: RunObserver,
  record: UnsealedResult = beginRecord(plan),
  keep: () => void = () => {},
): Promise<UnsealedResult> {
  const begin = performance.now()
  let lastSeconds = 0
  pinSelf(plan.pinning.generator)
  await buildAll(plan, observer, record)
  for (;;) {
    const round = record.rounds.length + 1
    const healthy = healthyServers(plan, record)
    const seconds = (performance.now() - begin) / 1000
    if (healthy.length === 0 || !needsRound(plan, record, seconds, lastSeconds)) break
    observer.roundBegins(round, healthy)
    await measureRound(plan, observer, record, healthy)
    lastSeconds = (performance.now() - begin) / 1000 - seconds
    keep()
    observer.roundEnds(round, openServers(plan, record))
  }
  completeRecord(record)
  return record
}

function healthyServers({ servers }: RunPlan, record: UnsealedResult): Server[] {
  const records = recordsOf(record)
  return servers.filter(({ name }) => records.get(name)?.refusal === null)
}

async function buildAll(plan: RunPlan, observer: RunObserver, record: UnsealedResult): Promise<void> {
  const records = recordsOf(record)
  for (const server of healthyServers(plan, record)) {
    observer.buildBegins(server)
    try {
      await buildServer(server)
    } catch (error) {
      const refusal: Refusal = { round: record.rounds.length + 1, phase: 'start', reason: messageOf(error) }
      Object.assign(records.get(server.name) ?? {}, { refusal })
      observer.refused(server, refusal)
    }
  }
}

/** Adds a round to the record, once it is over. */
async function measureRound(
  plan: RunPlan,
  observer: RunObserver,
  record: UnsealedResult,
  healthy: readonly Server[],
): Promise<void> {
  const { protocol } = plan
  const round = record.rounds.length + 1
  const random = randomOfRound(protocol.seed, round)
  const groups = drawGroups(healthy, protocol.groupSize, random)
  const records = recordsOf(record)
  const observes = ({ name }: Server) => records.get(name)?.behaviours.length === 0
  const { trials, refusals } = await runRound({ ...plan, groups, round, random, observes }, observer)
  for (const { server, trial, observed } of trials) {
    const own = records.get(server.name)
    own?.trials.push(trial)
    if (own && observed) Object.assign(own, observed)
  }
  for (const [server, refusal] of refusals) Object.assign(records.get(server.name) ?? {}, { refusal })
  record.rounds.push(groups.map((group) => group.map(({ name }) => name)))
  record.finishedAt = new Date().toISOString()
}

/** A function of seed and number, so that a run that was interrupted draws what it would have drawn. */
function randomOfRound(seed: number, round: number): Random {
  const random = createRandom(seed)
  for (let before = 1; before < round; before++) random.integer(0, LARGEST_SEED)
  return createRandom(random.integer(0, LARGEST_SEED))
}

const LARGEST_SEED = 2 ** 31 - 1

/** The round's groups, drawn anew in each: the baseline in every one, and in each a random order. */
function drawGroups(servers: readonly Server[], size: number, random: Random): Server[][] {
  const [baseline, others] = [true, false].map((is) => servers.filter(({ name }) => (name === BASELINE) === is))
  return dealGroups(baseline ?? [], random.shuffle(others ?? []), size).map((group) => random.shuffle(group))
}

/**
 * The plan's rounds; with `until` these and more of them as long as a ratio is not certain enough, and only such as will end
 * in time, going by the last one. The first is measured in any case.
 * @param seconds since the run began, or was resumed
 * @param lastSeconds that the last round took; 0 where there was none since
 */
function needsRound(plan: RunPlan, record: UnsealedResult, seconds: number, lastSeconds: number): boolean {
  const { until, protocol } = plan
  const isPlanned = record.rounds.length < protocol.rounds
  if (!until) return isPlanned
  const isInTime = seconds + lastSeconds <= until.maxSeconds
  return record.rounds.length === 0 || (isInTime && (isPlanned || openServers(plan, record).length > 0))
}

/** Servers whose ratio is not as certain as the plan asks for. */
function openServers({ until }: RunPlan, record: UnsealedResult): string[] {
  return until ? widerThan(until.halfWidth, summarize(record)).map(({ name }) => name) : []
}
