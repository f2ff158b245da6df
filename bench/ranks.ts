import { isTie, ratioInterval } from './intervals.ts'
import type { Trial } from './result.ts'

export interface Contender {
  name: string
  trials: readonly Trial[]
  /** Requests/s, the median over the trials. */
  rate: number
}

/**
 * Ranks by requests/s: a server that cannot be told apart from the first of the rank above shares that rank. Compared are the
 * rounds' ratios, paired. Those whose number is the load generator's share a rank, whoever stands between them.
 * @param baseline trials of the baseline, by which servers of different groups are compared
 */
export function rank(contenders: readonly Contender[], baseline: readonly Trial[] = []): Map<string, number> {
  const ranks = new Map<string, number>()
  let first: Contender | undefined
  let current = 0
  let ofLimited: number | undefined
  for (const [index, contender] of [...contenders].sort((a, b) => b.rate - a.rate).entries()) {
    if (!first || !areTied(first, contender, baseline)) {
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

function areTied(a: Contender, b: Contender, baseline: readonly Trial[]): boolean {
  return isTie(ratioInterval(pairedRatios(a.trials, b.trials, baseline)))
}

function isGeneratorLimited({ trials }: Contender): boolean {
  return trials.some(({ verdicts }) => verdicts.some(({ kind }) => kind === 'generator-limited'))
}

/**
 * Requests/s of the first over those of the second, for every round that both were measured in. Trials of one group are
 * compared directly; others by what each is to the baseline of its own group, if there is one.
 */
export function pairedRatios(
  trials: readonly Trial[],
  others: readonly Trial[],
  baseline: readonly Trial[] = [],
): number[] {
  const rounds = Map.groupBy(trials, ({ round }) => round)
  return [...rounds].flatMap(([round, own]) => {
    const pairs = own.flatMap((trial) => others.filter((other) => other.round === round).map((other) => [trial, other]))
    const best = pairs.find(([a, b]) => a?.group === b?.group) ?? pairs[0]
    const [trial, other] = best ?? []
    if (!trial || !other) return []
    const [a, b] = [trial, other].map((each) => baseline.find((base) => isSameGroup(base, each)))
    const direct = rateOf(trial) / rateOf(other)
    return [isSameGroup(trial, other) || !a || !b ? direct : direct * (rateOf(b) / rateOf(a))]
  })
}

function isSameGroup(a: Trial, b: Trial): boolean {
  return a.round === b.round && a.group === b.group
}

function rateOf({ requests }: Trial): number {
  return requests.perSecond.mean
}
