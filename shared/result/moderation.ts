/**
 * Variances of many servers, each known from a few trials only: with four degrees of freedom a variance is mostly luck. All
 * servers together tell how variances are spread; each server's own is drawn towards that, the more the fewer trials it has.
 *
 * Source: G. K. Smyth, "Linear models and empirical Bayes methods for assessing differential expression in microarray
 * experiments", Statistical Applications in Genetics and Molecular Biology 3, 2004, section 6.2: variances follow a scaled
 * F distribution, whose degrees of freedom come from the variance of their logarithms.
 *
 * Two things are more careful here than there, since false differences showed in simulations of few rounds and of servers of
 * which some are several times as noisy as others: the spread of the variances is taken to be greater by one standard error
 * than it looks; and what variances are drawn towards is not below their mean.
 */
import * as statistics from 'simple-statistics'

export interface Variance {
  value: number
  degreesOfFreedom: number
}

/** With fewer servers nothing tells how variances are spread. */
const LEAST_SERVERS = 4
/** What the servers' common variance counts for then. */
const FEW_SERVERS_PRIOR = 4
/** Of the pooled variance: smaller ones can't be told from it. */
const LEAST_SHARE = 1e-3
/** Share of the servers; the variances of the rest count as that of the noisiest of these in what all have in common. */
const CAP = 0.9
/** Logarithms of rates are not known any finer. */
const LEAST_VARIANCE = 1e-18

/**
 * @param total degrees of freedom of all variances together, which is less than their sum where they share data
 * @returns the variances moderated, in the same order; where no server has any degree of freedom nothing is known of any: all are 1 then
 */
export function moderated(variances: readonly Variance[], total: number): Variance[] {
  const known = variances.filter(({ degreesOfFreedom }) => degreesOfFreedom > 1e-6)
  const sum = statistics.sum(known.map(({ degreesOfFreedom }) => degreesOfFreedom))
  if (known.length === 0 || total < 1e-6) return variances.map(() => ({ value: 1, degreesOfFreedom: 0 }))
  const pooled = Math.max(LEAST_VARIANCE, statistics.sum(known.map((each) => each.value * each.degreesOfFreedom)) / sum)
  const floored = known.map(({ value, degreesOfFreedom }) => ({
    value: Math.max(value, LEAST_SHARE * pooled),
    degreesOfFreedom,
  }))
  const prior = known.length < LEAST_SERVERS ? { value: pooled, degreesOfFreedom: FEW_SERVERS_PRIOR } : priorOf(floored)
  return variances.map(({ value, degreesOfFreedom: own }) => {
    const both = own + prior.degreesOfFreedom
    const mixed = (own * value + prior.degreesOfFreedom * prior.value) / both
    return { value: mixed, degreesOfFreedom: Math.min(both, total) }
  })
}

function priorOf(known: readonly Variance[]): Variance {
  const logs = known.map(({ value, degreesOfFreedom: d }) => Math.log(value) - digamma(d / 2) + Math.log(d / 2))
  const expected = statistics.mean(known.map(({ degreesOfFreedom }) => trigamma(degreesOfFreedom / 2)))
  const error = Math.sqrt(
    statistics.mean(known.map(({ degreesOfFreedom: d }) => varianceOfSquare(d / 2))) / known.length,
  )
  const excess = Math.max(0, statistics.sampleVariance(logs) - expected) + error
  const d = 2 * inverseTrigamma(excess)
  const own = Math.exp(statistics.mean(logs) + digamma(d / 2) - Math.log(d / 2))
  const cap = statistics.quantile(
    known.map(({ value }) => value),
    CAP,
  )
  const sum = statistics.sum(known.map((each) => each.degreesOfFreedom))
  const capped = statistics.sum(known.map((each) => Math.min(cap, each.value) * each.degreesOfFreedom)) / sum
  return { value: Math.max(own, capped), degreesOfFreedom: d }
}

/** Of the squared distance of a logarithm of a chi-squared variable from its mean: fourth cumulant plus twice the variance's square. */
function varianceOfSquare(x: number): number {
  const h = 0.01 * x
  const fourth = (trigamma(x + h) - 2 * trigamma(x) + trigamma(x - h)) / (h * h)
  return fourth + 2 * trigamma(x) ** 2
}

/** By recurrence to where the asymptotic series is good (Abramowitz and Stegun, 6.3.5 and 6.3.18). */
export function digamma(x: number): number {
  if (x < 8) return digamma(x + 1) - 1 / x
  const square = 1 / (x * x)
  return Math.log(x) - 1 / (2 * x) - square * (1 / 12 - square * (1 / 120 - square / 252))
}

/** By recurrence to where the asymptotic series is good (Abramowitz and Stegun, 6.4.6 and 6.4.12). */
export function trigamma(x: number): number {
  if (x < 8) return trigamma(x + 1) + 1 / (x * x)
  const square = 1 / (x * x)
  return 1 / x + square / 2 + (square / x) * (1 / 6 - square * (1 / 30 - square / 42))
}

/** By bisection on the logarithm: trigamma falls from infinity to 0. */
function inverseTrigamma(value: number): number {
  let [low, high] = [-10, 20]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (trigamma(Math.exp(middle)) > value) low = middle
    else high = middle
  }
  return Math.exp((low + high) / 2)
}
