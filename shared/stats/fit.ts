/**
 * Linear model of a run, on the log scale:
 *
 * log(rate of a trial) = server + group of a round + error
 *
 * It is fitted by least squares. A trial's rate is all of its requests over its whole time, and so includes a server's stalls. An
 * effect of the machine on all servers of a group cancels. The unit is the trial, a process, rather than the slice. Each server
 * has its own error variance (minimum norm quadratic estimate: C. R. Rao, "Estimation of variance and covariance components in
 * linear models", JASA 67, 1972), shrunk toward that of all servers (G. K. Smyth, "Linear models and empirical Bayes methods",
 * Statistical Applications in Genetics and Molecular Biology 3, 2004).
 */
import { Matrix, pseudoInverse } from 'ml-matrix'
import type { Trial } from '../format/format.ts'
import { countedSlices, measuredSlices } from '../format/slices.ts'
import { type Contrast, sumOfVariances, type Variance } from './intervals.ts'
import { sum } from './statistics.ts'

/** Trials by server; servers without trials are ignored. */
export type TrialsByServer = ReadonlyMap<string, readonly Trial[]>

export interface FittedTrial {
  server: string
  trial: Trial
  /** log(requests/s). */
  level: number
  /** `level` minus the model's prediction. */
  residual: number
}

export interface Fit {
  trials: FittedTrial[]
  /** Returns the first minus the second; null without a chain of common groups between them. */
  contrast(first: string, second: string): Contrast | null
}

/** Weight of all servers' variance in that of one, in degrees of freedom; it gives the best coverage of held-out rounds. */
const PRIOR_FREEDOM = 2
/** Tolerance of rounding errors. */
const ZERO = 1e-9

export function fitTrials(servers: TrialsByServer): Fit {
  const measured = [...servers].flatMap(([server, trials]) =>
    trials.map((trial) => ({ server, trial, level: levelOf(trial) })),
  )
  if (measured.length === 0) return { trials: [], contrast: () => null }
  const names = [...new Set(measured.map(({ server }) => server))]
  const indices = measured.map(({ server }) => names.indexOf(server))
  const levels = Matrix.columnVector(measured.map(({ level }) => level))
  const { weights, residualWeights } = leastSquares(
    indices,
    measured.map(({ trial }) => `${trial.round} ${trial.evidence.group}`),
  )
  const [rows, estimates] = [weights.to2DArray(), weights.mmul(levels).to1DArray()]
  const residuals = residualWeights.mmul(levels).to1DArray()
  const freedom = residualWeights.trace()
  // A trial alone in its group has no information, and a single trial none on its error.
  const freedoms = names.map((_, s) =>
    Math.max(0, indices.filter((k, i) => k === s && residualWeights.get(i, i) > ZERO).length - 1),
  )
  const variances = variancesOf(indices, residuals, residualWeights, freedoms)
  return {
    trials: measured.map((each, i) => ({ ...each, residual: residuals[i] as number })),
    contrast(first, second) {
      const [a, b] = [names.indexOf(first), names.indexOf(second)]
      if (a < 0 || b < 0) return null
      const [positive, negative] = [rows[a] as number[], rows[b] as number[]]
      const combination = positive.map((weight, i) => weight - (negative[i] as number))
      if (!isEstimable(combination, indices, a, b)) return null
      const difference = (estimates[a] as number) - (estimates[b] as number)
      if (freedoms[a] === 0 || freedoms[b] === 0)
        return { difference, variance: a === b ? { value: 0, degreesOfFreedom: 0 } : null }
      const { value, degreesOfFreedom } = propagated(combination, indices, variances)
      // Variances of servers that share groups are not independent: their degrees of freedom add up to at most those of the residuals.
      return {
        difference,
        variance: { value, degreesOfFreedom: Math.min(degreesOfFreedom, freedom) },
      }
    },
  }
}

/** Returns log(rate); a trial without a response counts as half a response. */
function levelOf(trial: Trial): number {
  const slices = countedSlices(measuredSlices(trial.evidence))
  const requests = sum(slices, (slice) => slice.requests)
  return Math.log(Math.max(0.5, requests) / sum(slices, ({ seconds }) => seconds))
}

/**
 * @param indices each trial's server
 * @param blocks each trial's group
 * @returns weights over trials: a row for each server's estimate and each residual
 */
function leastSquares(indices: readonly number[], blocks: readonly string[]) {
  const size = indices.length
  const members = Map.groupBy(blocks.keys(), (i) => blocks[i] as string)
  // Subtracts the mean of its group from each trial.
  const centering = Matrix.eye(size)
  const centered = Matrix.zeros(size, Math.max(...indices) + 1)
  for (const group of members.values()) {
    for (const i of group) {
      for (const k of group) {
        const weight = Number(i === k) - 1 / group.length
        centering.set(i, k, weight)
        const server = indices[k] as number
        centered.set(i, server, centered.get(i, server) + weight)
      }
    }
  }
  const design = Matrix.zeros(size, centered.columns)
  for (const [i, server] of indices.entries()) design.set(i, server, 1)
  const weights = pseudoInverse(design.transpose().mmul(centered)).mmul(centered.transpose())
  return { weights, residualWeights: centering.sub(centered.mmul(weights)) }
}

/**
 * Returns whether weights identify the difference of two servers: they sum to 1 and -1, and to 0 over each other server.
 */
function isEstimable(
  weights: readonly number[],
  indices: readonly number[],
  first: number,
  second: number,
): boolean {
  const sums = new Float64Array(Math.max(...indices) + 1)
  weights.forEach((weight, i) => {
    const server = indices[i] as number
    sums[server] = (sums[server] as number) + weight
  })
  return sums.every(
    (sum, server) => Math.abs(sum - Number(server === first) + Number(server === second)) < ZERO,
  )
}

/**
 * Estimates variances by moments: the expected sum of a server's squared residuals is a linear function of its own variance and,
 * to a lesser extent, those of other servers in its groups. The system is solved, and each variance shrunk toward the mean.
 */
function variancesOf(
  indices: readonly number[],
  residuals: readonly number[],
  residualWeights: Matrix,
  freedoms: readonly number[],
): Variance[] {
  const sums = Matrix.zeros(freedoms.length, 1)
  const shares = Matrix.zeros(freedoms.length, freedoms.length)
  for (const [i, server] of indices.entries()) {
    sums.set(server, 0, sums.get(server, 0) + (residuals[i] as number) ** 2)
    for (const [k, other] of indices.entries())
      shares.set(server, other, shares.get(server, other) + residualWeights.get(i, k) ** 2)
  }
  const raw = pseudoInverse(shares)
    .mmul(sums)
    .to1DArray()
    .map((value) => Math.max(0, value))
  const freedom = sum(freedoms, (each) => each)
  const mean =
    raw.reduce((total, value, s) => total + value * (freedoms[s] as number), 0) /
    Math.max(1, freedom)
  return raw.map((value, s) => {
    const n = freedoms[s] as number
    const prior = Math.min(PRIOR_FREEDOM, freedom - n)
    return {
      value: (n * value + prior * mean) / Math.max(1, n + prior),
      degreesOfFreedom: n + prior,
    }
  })
}

/** Returns the variance of a weighted sum of trials. */
function propagated(
  weights: readonly number[],
  indices: readonly number[],
  variances: readonly Variance[],
): Variance {
  const parts = variances.map(({ degreesOfFreedom }) => ({ value: 0, degreesOfFreedom }))
  weights.forEach((weight, i) => {
    const server = indices[i] as number
    const part = parts[server] as Variance
    part.value += weight ** 2 * (variances[server] as Variance).value
  })
  return sumOfVariances(parts)
}
