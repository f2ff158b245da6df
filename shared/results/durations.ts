/**
 * How long stored runs took, by which the duration of another is expected. A trial takes longer than its slices: warm-up goes by
 * requests, and every round prepares the requests of each wire, which takes up to 7 s (rich-user).
 */
import { z } from 'zod'
import { ROOT } from '../basics/root.ts'
import type { Result } from '../format/format.ts'
import type { Health } from '../format/health.ts'
import { readJson } from '../format/stored-files.ts'
import { medianOf } from '../stats/statistics.ts'
import { inFlightOf, isDefault } from './pool-rule.ts'

/** From the repository's root; generated from the published runs. */
export const DURATIONS_FILE = 'results/durations.json'

/** Seconds per trial of the default protocol on a machine of usual speed, by scenario. */
const DurationsFile = z.record(z.string(), z.number().positive())

/** µs per request of the light server in the health check of a machine of usual speed. */
const USUAL_MICROSECONDS = 12
/** Share of a run that takes longer on a slower machine; windows of load and pauses do not. */
const SCALING_SHARE = 0.5

type Checked = { light: Pick<Health['light'], 'microseconds'> }

/** Returns how much longer than usual a run takes on a machine, by its health check. */
export function slowness(health: Checked | null): number {
  if (health === null) return 1
  return 1 + SCALING_SHARE * (health.light.microseconds / USUAL_MICROSECONDS - 1)
}

type TimedRun = Pick<Result, 'scenario' | 'protocol' | 'startedAt' | 'finishedAt' | 'details'>

/** Returns whether a run's duration is that of its rounds by the default protocol: with more in flight, it takes longer. */
export function isUninterrupted(run: TimedRun): boolean {
  return isDefault(run) && inFlightOf(run) === 1 && run.details.resumed.length === 0
}

export const secondsOf = ({ startedAt, finishedAt }: Pick<Result, 'startedAt' | 'finishedAt'>) =>
  (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000

/** Returns the number of a run's trials. The baseline has one in each group. */
const trialsIn = ({ details }: Pick<Result, 'details'>) => details.rounds.flat(2).length

/** Returns seconds per trial by scenario: medians over runs of healthy machines. */
export function usualDurations(runs: readonly TimedRun[]): Record<string, number> {
  const timed = runs.filter((run) => isUninterrupted(run) && run.details.health?.healthy !== false)
  const perTrial = (run: TimedRun) => secondsOf(run) / trialsIn(run) / slowness(run.details.health)
  return Object.fromEntries(
    [...Map.groupBy(timed, ({ scenario }) => scenario)].map(([scenario, same]) => [
      scenario,
      Number(medianOf(same.map(perTrial)).toPrecision(3)),
    ]),
  )
}

/** The contents of `results/durations.json`. */
export function durationsFile(runs: readonly TimedRun[]): string {
  return `${JSON.stringify(usualDurations(runs), null, 2)}\n`
}

/** Returns the usual seconds per trial of a scenario; null if no run is stored. */
export function usualSecondsPerTrial(scenario: string, root = ROOT): number | null {
  return readJson(DURATIONS_FILE, DurationsFile, root)?.[scenario] ?? null
}
