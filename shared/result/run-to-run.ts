/** What a run by itself does not know: how far runs of the same servers differ, as the repeats of a result show it. */
import * as statistics from 'simple-statistics'
import { ROOT } from '../basics/root.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import { fitTrials, type TrialsByServer } from './fit.ts'
import type { UnsealedResult } from './format.ts'
import { publishedOf } from './published.ts'
import { repeatsOf } from './repeats.ts'
import { trialsOf } from './restated.ts'

/** Of ratios to the baseline, between each two repeats, each taken for a run by itself. */
export interface RunToRun {
  scenario: string
  baseline: string
  repeats: number
  /** Shares by which ratios differed: 0.02 is 2%. */
  median: number
  greatest: number
}

/** The trials of each repeat by themselves. */
export function trialsByRepeat(result: UnsealedResult): TrialsByServer[] {
  const all = [...trialsOf(result)]
  return repeatsOf(result).map(({ rounds: { first, last } }) => {
    const own = all.map(
      ([name, trials]) => [name, trials.filter(({ round }) => first <= round && round <= last)] as const,
    )
    return new Map(own)
  })
}

/** @returns null where the result was not repeated, or has no ratios */
export function runToRun(result: UnsealedResult): RunToRun | null {
  const { scenario, baseline } = result
  if (repeatsOf(result).length < 2) return null
  const runs = trialsByRepeat(result).map((trials) => fitTrials(trials))
  const names = [...trialsOf(result).keys()].filter((name) => name !== baseline)
  const distances = runs.flatMap((old, index) =>
    runs.slice(index + 1).flatMap((recent) =>
      names.flatMap((name) => {
        const [before, after] = [old.contrast(name, baseline), recent.contrast(name, baseline)]
        return before && after ? [Math.exp(Math.abs(after.difference - before.difference)) - 1] : []
      }),
    ),
  )
  if (distances.length === 0) return null
  return {
    scenario,
    baseline,
    repeats: runs.length,
    median: statistics.median(distances),
    greatest: Math.max(...distances),
  }
}

/**
 * By the published result of the scenario, or by the first other one that was repeated.
 * @returns null where none was
 * @throws UsageError where what is published can't be read
 */
export function publishedRunToRun(scenario: string, root = ROOT): RunToRun | null {
  for (const name of new Set([scenario, ...scenarios.keys()])) {
    const published = publishedOf(name, root)
    const found = published && runToRun(published.result)
    if (found) return found
  }
  return null
}
