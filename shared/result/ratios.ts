/**
 * Servers compared by the baseline alone: experiments with two servers do so, and METHODOLOGY shows what it gives beside the
 * fit of all servers (`fit.ts`), which tables and charts show. The machine drifts from round to round and, within a round,
 * from group to group; the baseline, which is in every group, tells by how much, and a rate over it is free of that.
 */
import * as statistics from 'simple-statistics'
import type { Trial } from './format.ts'
import { trialRate } from './rates.ts'

/**
 * What a trial is compared with is the baseline's rate twice over: in the trial's own group, which knows best what the
 * machine did meanwhile and has the error of one trial, and over all groups of the round, which averages that error and
 * knows less. The reference is the geometric mean of both, this being the weight of the first.
 */
const OWN_GROUP = 0.5

/**
 * A server's rate of each round over the reference: the baseline's own is 1. Rounds without the baseline are left out;
 * without any baseline the rates are as they were measured.
 * @returns by round
 */
export function relativeRates(
  trials: readonly Trial[],
  baseline: readonly Trial[],
  ownGroup = OWN_GROUP,
): Map<number, number> {
  if (baseline.length === 0) return ratesByRound(trials)
  const ofRounds = ratesByRound(baseline)
  const relative = trials.flatMap((trial) => {
    const ofRound = ofRounds.get(trial.round)
    if (ofRound === undefined) return []
    const own = baseline.find(({ round, group }) => round === trial.round && group === trial.group)
    const ofGroup = own ? trialRate(own) : ofRound
    return [{ round: trial.round, rate: trialRate(trial) / (ofGroup ** ownGroup * ofRound ** (1 - ownGroup)) }]
  })
  return meansByRound(relative)
}

/** Requests/s of each round; the baseline has several trials in one, and their geometric mean counts. */
export function ratesByRound(trials: readonly Trial[]): Map<number, number> {
  return meansByRound(trials.map((trial) => ({ round: trial.round, rate: trialRate(trial) })))
}

/** Requests/s of the first over those of the second, for every round that both were measured in. */
export function pairedRatios(
  trials: readonly Trial[],
  others: readonly Trial[],
  baseline: readonly Trial[] = [],
): number[] {
  const [rates, otherRates] = [trials, others].map((each) => relativeRates(each, baseline)) as [Rates, Rates]
  return [...rates].flatMap(([round, rate]) => {
    const other = otherRates.get(round)
    return other === undefined ? [] : [rate / other]
  })
}

type Rates = Map<number, number>

function meansByRound(rates: readonly { round: number; rate: number }[]): Rates {
  const rounds = Map.groupBy(rates, ({ round }) => round)
  return new Map([...rounds].map(([round, list]) => [round, statistics.logAverage(list.map(({ rate }) => rate))]))
}
