/** Predictions for a machine that measured a few servers. */
import { type Prediction, poolRuns, type RunRatio, type WeighedServer } from '../stats/pool.ts'
import type { StoredRun } from './pool-rule.ts'
import { type PooledResult, placeOf, ratiosOf } from './pooled-result.ts'
import { REPRESENTATIVES } from './quick.ts'

/**
 * Predicts the servers that a run did not measure, on its machine and from its figures.
 * @param others ratios on other machines, by server
 * @returns predictions by server; empty if the run has too few rounds for a variance, or nothing in common with the others
 */
export function expectedHere(
  run: StoredRun,
  others: ReadonlyMap<string, readonly RunRatio[]>,
  baseline: string,
): Map<string, Prediction> {
  const measuredHere = ratiosIn(run, baseline)
  if (!measuredHere.has(baseline) || measuredHere.size < 2 || !others.has(baseline))
    return new Map()
  const names = new Set([...others.keys(), ...measuredHere.keys()])
  const ratiosByServer = new Map(
    [...names].map((name) => [
      name,
      [...(others.get(name) ?? []), ...(measuredHere.get(name) ?? [])],
    ]),
  )
  const predicted = poolRuns(ratiosByServer, baseline).at(placeOf(run))
  return new Map([...predicted].filter(([name]) => !measuredHere.has(name)))
}

/** Returns the ratios of one run, the baseline's among them. */
export function ratiosIn(run: StoredRun, baseline: string): Map<string, RunRatio[]> {
  return ratiosOf(new Map(run.file.subjects.map(({ name }) => [name, [run]])), baseline)
}

/** Returns weights that predict all servers of a scenario from those of a quick run that are published, and the latter's names. */
export function quickWeights({ ratios, details }: Pick<PooledResult, 'ratios' | 'details'>): {
  anchors: string[]
  servers: WeighedServer[]
} {
  const anchors = REPRESENTATIVES.filter((name) => ratios.has(name))
  return { anchors, servers: poolRuns(ratios, details.baseline).weigh(anchors) }
}
