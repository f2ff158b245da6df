/** A run: rounds of every chosen server until there are enough; the outcome is one result. */

import { messageOf } from '../../shared/basics/errors.ts'
import { createRandom, type Random } from '../../shared/basics/random.ts'
import type { Refusal, UnsealedResult } from '../../shared/result/format.ts'
import { buildServer } from '../contenders/build.ts'
import type { Server } from '../contenders/servers.ts'
import { pinSelf } from '../machine/cpus.ts'
import { lendMachine } from '../machine/lock.ts'
import { widerThan } from './goal.ts'
import { HostLost } from './hosts.ts'
import { dealGroups, type RoundObserver, type RoundOutcome, runRound } from './round.ts'
import { BASELINE, type RunPlan } from './run-plan.ts'
import { beginRecord, type FinishedRound, type RunRecord, resultOf, serverRecords, summarize } from './run-record.ts'

export interface RunObserver extends RoundObserver {
  buildBegins(server: Server): void
  roundBegins(round: number, servers: readonly Server[]): void
  /** @param open servers whose ratio is not yet as sure as was asked for */
  roundEnds(round: number, open: readonly string[]): void
  /** @param repeat the one that comes next, counted from 1 */
  pauseBegins(seconds: number, repeat: number): void
  /** A host of the run got out of reach, and the run ends with the rounds before. */
  hostLost(server: Server, refusal: Refusal, rounds: number): void
}

/** What keeps the rounds, and sees to it that they belong together. */
export interface RunKeeper {
  /** Told of each round when it is over and no process of it is left. */
  keep?(round: FinishedRound): void
  /** Asked after each pause, when the machine is the run's again. Where it throws, the run ends. */
  pauseEnds?(): Promise<void>
}

/**
 * Measures. A server that fails once is refused for the rest of the run, and the others go on. Where a host gets out of
 * reach the run ends: with the rounds that were over by then, or with the trials of the first one.
 * @param record of what was measured before, where the run was interrupted; it grows
 */
export async function run(
  plan: RunPlan,
  observer: RunObserver,
  record: RunRecord = beginRecord(plan),
  { keep, pauseEnds }: RunKeeper = {},
): Promise<UnsealedResult> {
  const begin = performance.now() - 1000 * secondsOf(record.rounds)
  pinSelf(plan.pinning.generator)
  await buildAll(plan, observer, record)
  for (let round = record.rounds.length + 1; needsRound(plan, record, round, begin); round++) {
    const healthy = healthyServers(plan, record)
    if (healthy.length === 0) break
    const repeat = repeatOfRound(plan, round)
    if (await pauseBefore(repeat, plan, observer, record)) await pauseEnds?.()
    observer.roundBegins(round, healthy)
    const { finished, lost } = await measureRound(plan, observer, record, { round, repeat, healthy })
    if (lost && record.rounds.length > 0) {
      observer.hostLost(lost.server, lost.refusal, record.rounds.length)
      break
    }
    if (lost) observer.refused(lost.server, lost.refusal)
    record.refusals = []
    record.rounds.push(finished)
    keep?.(finished)
    observer.roundEnds(round, openServers(plan, record))
    if (lost) break
  }
  return resultOf(record)
}

function healthyServers({ servers }: RunPlan, record: RunRecord): Server[] {
  const records = serverRecords(record)
  return servers.filter(({ name }) => !records.get(name)?.refusal)
}

async function buildAll(plan: RunPlan, observer: RunObserver, record: RunRecord): Promise<void> {
  for (const server of healthyServers(plan, record)) {
    observer.buildBegins(server)
    try {
      await (plan.hosts?.serverHost.build(server) ?? buildServer(server))
    } catch (error) {
      if (error instanceof HostLost) throw error
      const refusal: Refusal = { round: record.rounds.length + 1, phase: 'start', reason: messageOf(error) }
      record.refusals.push({ server: server.name, refusal })
      observer.refused(server, refusal)
    }
  }
}

/** Rounds are numbered through all repeats. */
function repeatOfRound({ protocol, repeats }: RunPlan, round: number): number {
  return repeats ? Math.ceil(round / protocol.rounds) : 1
}

/**
 * Nothing of the run lives in a pause, and the machine is free for others. It is over when its time has passed since the last
 * round, whatever happened meanwhile.
 * @returns whether there was one
 */
async function pauseBefore(
  repeat: number,
  { repeats }: RunPlan,
  observer: RunObserver,
  { rounds }: RunRecord,
): Promise<boolean> {
  const before = rounds.at(-1)
  if (!before || !repeats || before.repeat === repeat) return false
  const seconds = repeats.pauseSeconds - (Date.now() - Date.parse(before.finishedAt)) / 1000
  if (seconds <= 0) return false
  observer.pauseBegins(seconds, repeat)
  await lendMachine(seconds * 1000)
  return true
}

async function measureRound(
  plan: RunPlan,
  observer: RunObserver,
  record: RunRecord,
  { round, repeat, healthy }: { round: number; repeat: number; healthy: readonly Server[] },
): Promise<{ finished: FinishedRound; lost: RoundOutcome['lost'] }> {
  const startedAt = new Date().toISOString()
  const { protocol } = plan
  const random = randomOfRound(protocol.seed, round)
  const groups = drawGroups(healthy, protocol.groupSize, random)
  const records = serverRecords(record)
  const observes = ({ name }: Server) => records.get(name)?.behaviours.length === 0
  const { trials, refusals, lost } = await runRound({ ...plan, groups, round, random, observes }, observer)
  const finished = {
    repeat,
    startedAt,
    finishedAt: new Date().toISOString(),
    groups: groups.map((group) => group.map(({ name }) => name)),
    trials: trials.map(({ server, trial, behaviours }) => ({ server: server.name, trial, behaviours })),
    refusals: [...record.refusals, ...[...refusals].map(([server, refusal]) => ({ server: server.name, refusal }))],
  }
  return { finished, lost }
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
 * The plan's rounds; with `until` these and more of them as long as an answer is not sure enough, and only such as will end
 * in time, going by the last one. The first is measured in any case.
 * @param begin of the run by `performance.now()`, interruptions left out
 */
function needsRound(plan: RunPlan, record: RunRecord, round: number, begin: number): boolean {
  const { until, repeats, protocol } = plan
  if (!until) return round <= protocol.rounds * (repeats?.number ?? 1)
  const lastSeconds = secondsOf(record.rounds.slice(-1))
  const isInTime = (performance.now() - begin) / 1000 + lastSeconds <= until.maxSeconds
  return round === 1 || (isInTime && (round <= protocol.rounds || openServers(plan, record).length > 0))
}

/** Servers whose ratio is not as sure as the plan asks for. */
function openServers({ until }: RunPlan, record: RunRecord): string[] {
  return until ? widerThan(until.halfWidth, summarize(record)).map(({ name }) => name) : []
}

function secondsOf(rounds: readonly FinishedRound[]): number {
  const milliseconds = rounds.map(({ startedAt, finishedAt }) => Date.parse(finishedAt) - Date.parse(startedAt))
  return milliseconds.reduce((sum, next) => sum + next, 0) / 1000
}
