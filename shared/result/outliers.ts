/** Trials unlike the others of their server, once what the machine did to their group is taken out. */
import jStat from 'jstat'
import type { Fit, FittedTrial } from './fit.ts'

/** Among fewer trials of a server two that are alike by chance make an outlier of any third. */
const LEAST = 5
/** Of runs without any outlier, this share gets one all the same. */
export const SIGNIFICANCE = 0.05

/**
 * By externally studentized residuals: what is left of a trial over the deviation that the other trials show. Bonferroni's
 * rule over all trials of the run makes it one statement for the whole run.
 * Source: R. D. Cook, S. Weisberg, "Residuals and influence in regression", 1982, section 2.2.
 */
export function outliersOf({ trials }: Pick<Fit, 'trials'>): FittedTrial[] {
  const numbers = Map.groupBy(trials, ({ server }) => server)
  const judged = trials.filter(
    ({ server, residualVariance, variance }) =>
      (numbers.get(server)?.length ?? 0) >= LEAST && residualVariance > 0 && variance.degreesOfFreedom > 1,
  )
  return judged.filter(({ residual, residualVariance, variance: { degreesOfFreedom } }) => {
    const square = residual ** 2 / residualVariance
    const left = degreesOfFreedom - square
    if (left <= 0) return true
    const distance = Math.sqrt((square * (degreesOfFreedom - 1)) / left)
    return distance > jStat.studentt.inv(1 - SIGNIFICANCE / (2 * judged.length), degreesOfFreedom - 1)
  })
}
