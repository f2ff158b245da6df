/** Expected durations against those of all stored runs by the default protocol. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Result } from '../../shared/format/format.ts'
import {
  isUninterrupted,
  secondsOf,
  slowness,
  usualDurations,
} from '../../shared/results/durations.ts'
import { storedRuns } from '../../shared/results/published.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { secondsPerRound } from './protocol.ts'

const runs = [...scenarios.keys()]
  .flatMap((name) => storedRuns(name).map(({ file }) => file))
  .filter(isUninterrupted)

/** Returns the expected duration over the measured one, after the health check. */
function ratio(run: Result, from: readonly Result[]): number {
  const { scenario, protocol, subjects, details } = run
  const round = secondsPerRound(protocol, subjects.length, usualDurations(from)[scenario] ?? null)
  return (details.rounds.length * round * slowness(details.health)) / secondsOf(run)
}

const wrong = (judged: readonly Result[], expectedFrom: (run: Result) => Result[]) =>
  judged
    .map((run) => ({ run, ratio: ratio(run, expectedFrom(run)) }))
    .filter(({ ratio }) => Math.abs(ratio - 1) > 0.25)
    .map(({ run, ratio }) => `${run.scenario} ${run.startedAt}: ${ratio.toFixed(2)}`)

test('every stored run took as long as expected, within 25%', () => {
  assert.ok(runs.length > 0)
  assert.deepEqual(
    wrong(runs, () => runs),
    [],
  )
})

test('so did each run of a scenario with two others, as expected from these', () => {
  const others = (run: Result) =>
    runs.filter((other) => other !== run && other.scenario === run.scenario)
  const judged = runs.filter(
    (run) => others(run).filter(({ details }) => details.health?.healthy !== false).length >= 2,
  )
  assert.ok(judged.length > 0)
  assert.deepEqual(wrong(judged, others), [])
})
