/** Where simulated runs end that go on until they are sure: what `--until` does, on trials that are there already. */
import { fitTrials, type TrialsByServer } from '../../shared/result/fit.ts'
import type { RatioEstimate } from '../../shared/result/intervals.ts'
import { BASELINE } from '../../shared/result/simulated-run.ts'
import { ratioOf } from '../../shared/result/summary.ts'
import { widerThan } from './goal.ts'

/** A run as it ended. */
export interface SimulatedEnd {
  rounds: number
  /** Ratios to the baseline, by the rounds until then. */
  ratios: RatioEstimate[]
}

/**
 * @param trials of a simulated run with as many rounds as it may have at the most
 * @param asked halves of intervals, as shares; for each the same run ends by itself
 * @param least rounds from which it is judged
 * @returns for each of what is asked where the run ends
 */
export function endsOf(trials: TrialsByServer, asked: readonly number[], least: number): SimulatedEnd[] {
  const names = [...trials.keys()].filter((name) => name !== BASELINE)
  const most = Math.max(...[...trials.values()].flat().map(({ round }) => round))
  const ends = asked.map((): SimulatedEnd | null => null)
  for (let rounds = least; ends.includes(null); rounds++) {
    const so = [...trials].map(([name, own]) => [name, own.filter(({ round }) => round <= rounds)] as const)
    const fit = fitTrials(new Map(so))
    const ratios = names.map((name) => ratioOf(fit, name, BASELINE) as RatioEstimate)
    const summaries = names.map((name, i) => [name, { ratioToBaseline: ratios[i] as RatioEstimate }] as const)
    for (const [i, width] of asked.entries()) {
      const isOver = rounds >= most || widerThan(width, summaries).length === 0
      if (isOver) ends[i] ??= { rounds, ratios }
    }
  }
  return ends as SimulatedEnd[]
}
