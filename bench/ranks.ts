import { isTie, ratioInterval } from './intervals.ts'
import type { Trial } from './result.ts'

export interface Contender {
  name: string
  trials: readonly Trial[]
  /** Requests/s, the median over the rounds. */
  rate: number
}

/**
 * Ranks by requests/s: a server that cannot be told apart from the first of the rank above shares that rank. Compared are the
 * rounds' ratios, paired. Those whose number is the load generator's share a rank, whoever stands between them.
 */
export function rank(contenders: readonly Contender[]): Map<string, number> {
  const ranks = new Map<string, number>()
  let first: Contender | undefined
  let current = 0
  let ofLimited: number | undefined
  for (const [index, contender] of [...contenders].sort((a, b) => b.rate - a.rate).entries()) {
    if (!first || !areTied(first, contender)) {
      first = contender
      current = index + 1
    }
    const limited = isGeneratorLimited(contender)
    if (limited) ofLimited ??= current
    ranks.set(contender.name, (limited && ofLimited) || current)
  }
  const places = [...ranks.values()]
  // As in a race: whoever comes after two firsts is third.
  return new Map([...ranks].map(([name, own]) => [name, 1 + places.filter((place) => place < own).length]))
}

function areTied(a: Contender, b: Contender): boolean {
  return isTie(ratioInterval(pairedRatios(a.trials, b.trials)))
}

function isGeneratorLimited({ trials }: Contender): boolean {
  return trials.some(({ verdicts }) => verdicts.some(({ kind }) => kind === 'generator-limited'))
}

/** Requests/s of the first over those of the second, for every round that both were measured in. */
export function pairedRatios(trials: readonly Trial[], others: readonly Trial[]): number[] {
  return trials.flatMap(({ round, requests }) => {
    const pair = others.find((other) => other.round === round)
    return pair ? [requests.perSecond.mean / pair.requests.perSecond.mean] : []
  })
}
