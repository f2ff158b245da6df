/**
 * A linear mixed model with known variances: values are sums of independent random effects, and some values are measured. The
 * others follow by conditioning a normal distribution: best linear unbiased prediction (C. R. Henderson, "Best linear unbiased
 * estimation and prediction under a selection model", Biometrics 31, 1975).
 */
import { CholeskyDecomposition, Matrix } from 'ml-matrix'
import { mean, median } from 'simple-statistics'

/** Random effects that a value has, by id: how often, and their variance. */
export type Effects = Map<string, { weight: number; variance: number }>

export interface Measured {
  effects: Effects
  value: number
  /** Variance of the measurement. */
  error: number
}

/** Values with a joint normal distribution. */
export interface Joint {
  means: number[]
  covariance: Matrix
}

/**
 * Where the measured values disagree by more than the variances allow, all variances are multiplied by a factor (R. T. Birge, "The
 * calculation of errors by the method of least squares", Physical Review 40, 1932): the median of the squared standard residuals over
 * its expectation.
 * @returns predicts values by their effects, with the variance of an error for each; default: none
 * @throws Error without measured values
 */
export function conditionOn(measured: readonly Measured[]) {
  const measuredEffects = measured.map(({ effects }) => effects)
  const variance = symmetric(covarianceOf(measuredEffects, measuredEffects))
  for (const [i, { error }] of measured.entries()) variance.set(i, i, variance.get(i, i) + error)
  const cholesky = new CholeskyDecomposition(variance)
  const center = mean(measured.map(({ value }) => value))
  const deviations = Matrix.columnVector(measured.map(({ value }) => value - center))
  const weights = cholesky.solve(deviations)
  const squares = squaredResiduals(cholesky.lowerTriangularMatrix, deviations.to1DArray())
  const spread =
    squares.length > 0 ? Math.min(MOST_SPREAD, Math.max(1, median(squares) / MEDIAN_SQUARE)) : 1
  return (requested: readonly Effects[], errors: readonly number[] = []): Joint => {
    const cross = covarianceOf(requested, measuredEffects)
    const means = cross.mmul(weights).to1DArray()
    const covariance = covarianceOf(requested, requested).sub(
      cross.mmul(cholesky.solve(cross.transpose())),
    )
    for (const [i, error] of errors.entries()) covariance.set(i, i, covariance.get(i, i) + error)
    return { means: means.map((each) => center + each), covariance: covariance.mul(spread) }
  }
}

/** Largest factor of variances: standard deviations at most double. An outlier moves estimates, and with them other residuals. */
const MOST_SPREAD = 4
/** Median of χ² with one degree of freedom. */
const MEDIAN_SQUARE = 0.4549
/** A larger variance given the values before says that a value estimates an unknown effect, and tests nothing. */
const LARGEST_TESTED = 1

/** Returns squared residuals of each value given those before it, in units of their variances. */
function squaredResiduals(lower: Matrix, deviations: readonly number[]): number[] {
  const standard: number[] = []
  for (const [i, deviation] of deviations.entries()) {
    const explained = standard.reduce((sum, each, j) => sum + lower.get(i, j) * each, 0)
    standard.push((deviation - explained) / lower.get(i, i))
  }
  return standard.flatMap((each, i) => (lower.get(i, i) < LARGEST_TESTED ? [each ** 2] : []))
}

/** Removes errors of rounding, which the decomposition rejects. */
const symmetric = (matrix: Matrix) => Matrix.add(matrix, matrix.transpose()).div(2)

function covarianceOf(first: readonly Effects[], second: readonly Effects[]): Matrix {
  return new Matrix(
    first.map((one) =>
      second.map((other) => {
        let sum = 0
        for (const [id, { weight, variance }] of one)
          sum += weight * variance * (other.get(id)?.weight ?? 0)
        return sum
      }),
    ),
  )
}

/** Returns the effects of the mean of some values. */
export function averageOf(list: readonly Effects[]): Effects {
  const total: Effects = new Map()
  for (const effects of list)
    for (const [id, { weight, variance }] of effects)
      total.set(id, {
        weight: (total.get(id)?.weight ?? 0) + weight / list.length,
        variance,
      })
  return total
}

/** Returns the mean and the variance of a weighted sum of the values; the weights of those not named are 0. */
export function sumOf(
  { means, covariance }: Joint,
  weights: readonly (readonly [index: number, weight: number])[],
): { value: number; variance: number } {
  let [value, variance] = [0, 0]
  for (const [i, one] of weights) {
    value += one * (means[i] as number)
    for (const [j, other] of weights) variance += one * other * covariance.get(i, j)
  }
  return { value, variance: Math.max(0, variance) }
}

/**
 * Returns the values given that some are measured: their weights over the deviations of these from their means, by row, and the
 * covariance that is left.
 * @param errors variances of the measurements
 */
export function conditionalWeights(
  { means, covariance }: Joint,
  measured: readonly number[],
  errors: readonly number[],
) {
  const indices = means.map((_, i) => i)
  const cross = covariance.selection(indices, [...measured])
  const observed = symmetric(covariance.selection([...measured], [...measured]))
  const inverse = new CholeskyDecomposition(observed.add(Matrix.diag([...errors])))
  const weights = inverse.solve(cross.transpose()).transpose()
  return { means, weights, covariance: Matrix.sub(covariance, weights.mmul(cross.transpose())) }
}
