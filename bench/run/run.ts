/** A run: rounds of all chosen servers until there are enough. */

import { messageOf, Unmeasurable } from '../../shared/basics/errors.ts'
import { createRandom, type Random } from '../../shared/basics/random.ts'
import type { Disqualification } from '../../shared/format/format.ts'
import { recalculated } from '../../shared/results/summary.ts'
import { buildServer } from '../folders/build.ts'
import type { Server } from '../folders/servers.ts'
import { pinSelf } from '../machine/cpus.ts'
import { onUsableMachine } from '../server/usable.ts'
import { dealGroups, type RoundObserver, type RoundOutcome, runRound } from './round.ts'
import { BASELINE, type RunPlan } from './run-plan.ts'
import { beginRecord, disqualify, type RunRecord, recordOf } from './run-record.ts'
import { needsRound, secondsLeft, widerThan } from './stop.ts'

export interface RunObserver extends RoundObserver {
  roundBegins?(round: number): void
  /**
   * @param open servers whose ratio is not yet precise enough
   * @param left expected seconds of further rounds, as of the last one
   */
  roundEnds?(round: number, open: readonly string[], left: number): void
}

/** A round, by the servers' names. */
type MeasuredRound = RoundOutcome & { groups: string[][]; seconds: number }

type Remember = <T>(key: string, measure: () => Promise<T>) => Promise<T>

/**
 * Measures all rounds. A server that fails is disqualified for the rest of the run; the others continue.
 * @param record each finished round is added to it
 * @param remember measures a round, or returns it from an interrupted run
 * @returns the complete record
 */
export async function run(
  plan: RunPlan,
  observer: RunObserver,
  record: RunRecord = beginRecord(plan),
  remember: Remember = (_, measure) => measure(),
): Promise<RunRecord> {
  const progress = { rounds: 0, seconds: 0, lastSeconds: 0 }
  pinSelf(plan.pinning.generator)
  await buildAll(plan, observer, record)
  let healthy = healthyServers(plan, record)
  let open: string[] = []
  while (healthy.length > 0 && needsRound(plan.stop, progress, open.length === 0)) {
    const round = ++progress.rounds
    observer.roundBegins?.(round)
    const measured = await remember(`round ${round}`, () =>
      measureRound(plan, observer, record, healthy),
    )
    addRound(record, measured)
    progress.lastSeconds = measured.seconds
    progress.seconds += measured.seconds
    healthy = healthyServers(plan, record)
    open = impreciseServers(plan, record)
    observer.roundEnds?.(round, open, secondsLeft(plan.stop, progress))
  }
  // A run whose time is over is complete; one whose servers have all failed lacks rounds.
  if (plan.stop.kind === 'time' && healthy.length > 0) record.protocol.rounds = progress.rounds
  return recalculated(record)
}

function healthyServers({ servers }: RunPlan, record: RunRecord): Server[] {
  return servers.filter(({ name }) => recordOf(record, name).disqualified === null)
}

async function buildAll(plan: RunPlan, observer: RunObserver, record: RunRecord): Promise<void> {
  for (const server of healthyServers(plan, record)) {
    try {
      await onUsableMachine(() => buildServer(server))
    } catch (error) {
      if (error instanceof Unmeasurable) throw error
      const disqualified: Disqualification = {
        round: record.details.rounds.length + 1,
        phase: 'start',
        reason: messageOf(error),
      }
      disqualify(record, server.name, disqualified)
      observer.disqualified?.(server, disqualified)
    }
  }
}

async function measureRound(
  plan: RunPlan,
  observer: RunObserver,
  record: RunRecord,
  healthy: readonly Server[],
): Promise<MeasuredRound> {
  const { protocol } = plan
  const begin = performance.now()
  const round = record.details.rounds.length + 1
  const random = randomOfRound(protocol.seed, round)
  const groups = drawGroups(healthy, protocol.groupSize, random)
  const observes = ({ name }: Server) => recordOf(record, name).details.behaviours.length === 0
  const outcome = await runRound({ ...plan, groups, round, random, observes }, observer)
  const seconds = (performance.now() - begin) / 1000
  return { groups: groups.map((group) => group.map(({ name }) => name)), seconds, ...outcome }
}

function addRound(record: RunRecord, { groups, trials, disqualified }: MeasuredRound): void {
  for (const { name, trial, observed } of trials) {
    const { samples, details } = recordOf(record, name)
    samples.push(trial)
    Object.assign(details, observed)
  }
  for (const { name, disqualified: failure } of disqualified) disqualify(record, name, failure)
  record.details.rounds.push(groups)
}

/** A function of seed and number, so that a resumed run draws the same values. */
function randomOfRound(seed: number, round: number): Random {
  const random = createRandom(seed)
  for (let before = 1; before < round; before++) random.seed()
  return createRandom(random.seed())
}

/** Returns new random groups, in random order, with the baseline in each. */
function drawGroups(servers: readonly Server[], size: number, random: Random): Server[][] {
  const [baseline, others] = [true, false].map((is) =>
    servers.filter(({ name }) => (name === BASELINE) === is),
  )
  return dealGroups(baseline ?? [], random.shuffle(others ?? []), size).map((group) =>
    random.shuffle(group),
  )
}

/** Returns the servers whose ratio is not precise enough. */
function impreciseServers({ stop }: RunPlan, record: RunRecord): string[] {
  return stop.kind === 'precision'
    ? widerThan(stop.halfWidth, recalculated(record).subjects).map(({ name }) => name)
    : []
}
