import * as statistics from 'simple-statistics'
import type { Trial } from './format.ts'
import { isTie, ratioInterval } from './intervals.ts'
import { pairedRatios, relativeRates } from './ratios.ts'
import { isMostlyGeneratorLimited } from './verdicts.ts'

export interface Contender {
  name: string
  trials: readonly Trial[]
}

/**
 * Ranks by requests/s relative to the baseline, so that the order is that of the rounds' ratios, by which servers are told
 * apart. A server that cannot be told apart from the first of the rank above shares that rank. A number that is the load
 * generator's is a lower bound: the server shares the rank of the first such one, and so does whoever stands between them.
 * @param baseline its trials; without any, plain requests/s are compared
 */
export function rank(contenders: readonly Contender[], baseline: readonly Trial[] = []): Map<string, number> {
  const order = contenders.toSorted((a, b) => meanRate(b, baseline) - meanRate(a, baseline))
  /** The index of the first of each one's rank. */
  const firsts: number[] = []
  let firstLimited: number | undefined
  for (const [index, contender] of order.entries()) {
    const above = firsts.at(-1)
    const first = above === undefined ? undefined : order[above]
    firsts.push(above !== undefined && first && areTied(first, contender, baseline) ? above : index)
    if (!isMostlyGeneratorLimited(contender.trials)) continue
    firstLimited ??= firsts[index] as number
    firsts.fill(firstLimited, firstLimited)
  }
  // As in a race: whoever comes after two firsts is third.
  return new Map(order.map(({ name }, index) => [name, 1 + (firsts[index] as number)]))
}

/** Geometric mean over the rounds of requests/s relative to the baseline; 0 without a round. */
function meanRate({ trials }: Contender, baseline: readonly Trial[]): number {
  const rates = [...relativeRates(trials, baseline).values()]
  return rates.length > 0 ? statistics.logAverage(rates) : 0
}

function areTied(a: Contender, b: Contender, baseline: readonly Trial[]): boolean {
  return isTie(ratioInterval(pairedRatios(a.trials, b.trials, baseline)))
}
