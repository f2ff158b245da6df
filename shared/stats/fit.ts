/**
 * One linear model of a run, on the scale of logarithms:
 *
 * rate of a trial = server + group of a round + error
 *
 * Least squares; a trial's rate is all of its requests over all of its time, so that a server's own stalls stay in its number.
 * What the machine did while a group was under load is common to the group and cancels. The error is that of a process: the
 * trial, not the slice, is the unit. Each server has an error variance of its own (minimum norm quadratic estimate: C. R. Rao,
 * "Estimation of variance and covariance components in linear models", JASA 67, 1972), shrunk toward that of all servers
 * (G. K. Smyth, "Linear models and empirical Bayes methods", Statistical Applications in Genetics and Molecular Biology 3, 2004).
 */
import { Matrix, pseudoInverse } from 'ml-matrix'
import type { Trial } from '../results/format.ts'
import { type Contrast, sumOfVariances, type Variance } from './intervals.ts'
import { countedSlices, rateOf } from './rates.ts'

/** Servers by name, with their trials; servers without a trial take no part. */
export type TrialsByServer = ReadonlyMap<string, readonly Trial[]>

export interface FittedTrial {
  server: string
  trial: Trial
  /** Logarithm of requests/s. */
  level: number
  /** The level less what the server and the group let expect. */
  residual: number
}

export interface Fit {
  servers: string[]
  trials: FittedTrial[]
  /** The first less the second; null where no chain of common groups leads from one to the other. */
  contrast(first: string, second: string): Contrast | null
}

/** Weight of all servers' variance in that of one, in degrees of freedom: what covers held-out rounds of stored runs best. */
const PRIOR_FREEDOM = 2
/** Below it a sum of rounding errors is zero. */
const ZERO = 1e-9

export function fitTrials(servers: TrialsByServer): Fit {
  const all = [...servers].flatMap(([server, trials]) => trials.map((trial) => ({ server, trial })))
  if (all.length === 0) return { servers: [], trials: [], contrast: () => null }
  const names = [...new Set(all.map(({ server }) => server))]
  const own = all.map(({ server }) => names.indexOf(server))
  const levels = Matrix.columnVector(all.map(({ trial }) => levelOf(trial)))
  const { weights, residualWeights } = leastSquares(
    own,
    all.map(({ trial }) => `${trial.round} ${trial.group}`),
  )
  const [rows, estimates] = [weights.to2DArray(), weights.mmul(levels).to1DArray()]
  const residuals = residualWeights.mmul(levels).to1DArray()
  const freedom = residualWeights.trace()
  // A trial that is alone in its group says nothing, and one says nothing of its own error.
  const freedoms = names.map((_, s) =>
    Math.max(0, own.filter((k, i) => k === s && residualWeights.get(i, i) > ZERO).length - 1),
  )
  const variances = variancesOf(own, residuals, residualWeights, freedoms)
  const trials = all.map(
    (each, i): FittedTrial => ({
      ...each,
      level: levels.get(i, 0),
      residual: residuals[i] as number,
    }),
  )
  return {
    servers: names,
    trials,
    contrast(first, second) {
      const [a, b] = [names.indexOf(first), names.indexOf(second)]
      if (a < 0 || b < 0) return null
      const combination = (rows[a] as number[]).map((weight, i) => weight - (rows[b]?.[i] as number))
      if (!isEstimable(combination, own, a, b)) return null
      const difference = (estimates[a] as number) - (estimates[b] as number)
      if (freedoms[a] === 0 || freedoms[b] === 0)
        return { difference, variance: a === b ? 0 : null, degreesOfFreedom: 0 }
      const { value, degreesOfFreedom } = propagated(combination, own, variances)
      // Variances of servers that share groups are not independent: together they say no more than all residuals do.
      return { difference, variance: value, degreesOfFreedom: Math.min(degreesOfFreedom, freedom) }
    },
  }
}

/** A trial without a response counts as one with half of one. */
function levelOf(trial: Trial): number {
  const slices = countedSlices(trial)
  const requests = slices.reduce((sum, slice) => sum + slice.requests, 0)
  const seconds = slices.reduce((sum, slice) => sum + slice.seconds, 0)
  return Math.log(rateOf({ requests: Math.max(0.5, requests), seconds }))
}

/**
 * @param own each trial's server, by number
 * @param blocks each trial's group
 * @returns what estimates of servers and residuals are made of: a row of weights over the trials for each
 */
function leastSquares(own: readonly number[], blocks: readonly string[]) {
  const size = own.length
  const members = Map.groupBy(blocks.keys(), (i) => blocks[i] as string)
  // Takes out of each trial the mean of its group.
  const centering = Matrix.eye(size)
  for (const group of members.values()) {
    for (const i of group) for (const k of group) centering.set(i, k, centering.get(i, k) - 1 / group.length)
  }
  const design = Matrix.zeros(size, Math.max(...own) + 1)
  for (const [i, server] of own.entries()) design.set(i, server, 1)
  const centered = centering.mmul(design)
  const weights = pseudoInverse(design.transpose().mmul(centered)).mmul(centered.transpose())
  return { weights, residualWeights: centering.sub(centered.mmul(weights)) }
}

/**
 * Returns whether the weights of a difference of two servers identify it: they add up to 1 and -1, and to 0 over each
 * other server.
 */
function isEstimable(weights: readonly number[], own: readonly number[], first: number, second: number): boolean {
  const sums = new Float64Array(Math.max(...own) + 1)
  for (const [i, weight] of weights.entries()) sums[own[i] as number] = (sums[own[i] as number] as number) + weight
  return sums.every((sum, server) => Math.abs(sum - Number(server === first) + Number(server === second)) < ZERO)
}

/**
 * By moments: a server's squared residuals add up to what its own variance and a little of those of its groups' other servers
 * let expect. Solved for all together, and each shrunk toward the mean of all.
 */
function variancesOf(
  own: readonly number[],
  residuals: readonly number[],
  residualWeights: Matrix,
  freedoms: readonly number[],
): Variance[] {
  const sums = Matrix.zeros(freedoms.length, 1)
  const shares = Matrix.zeros(freedoms.length, freedoms.length)
  for (const [i, server] of own.entries()) {
    sums.set(server, 0, sums.get(server, 0) + (residuals[i] as number) ** 2)
    for (const [k, other] of own.entries())
      shares.set(server, other, shares.get(server, other) + residualWeights.get(i, k) ** 2)
  }
  const raw = pseudoInverse(shares)
    .mmul(sums)
    .to1DArray()
    .map((value) => Math.max(0, value))
  const all = freedoms.reduce((total, each) => total + each, 0)
  const mean = raw.reduce((total, value, s) => total + value * (freedoms[s] as number), 0) / Math.max(1, all)
  return raw.map((value, s) => {
    const n = freedoms[s] as number
    const prior = Math.min(PRIOR_FREEDOM, all - n)
    return { value: (n * value + prior * mean) / Math.max(1, n + prior), degreesOfFreedom: n + prior }
  })
}

/** Variance of a sum of trials with these weights. */
function propagated(weights: readonly number[], own: readonly number[], variances: readonly Variance[]): Variance {
  const parts = variances.map(({ degreesOfFreedom }) => ({ value: 0, degreesOfFreedom }))
  for (const [i, weight] of weights.entries()) {
    const part = parts[own[i] as number] as Variance
    part.value += weight ** 2 * (variances[own[i] as number] as Variance).value
  }
  return sumOfVariances(parts)
}
