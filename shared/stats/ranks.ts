/**
 * Rank intervals: from one more than the number of significantly faster servers, to the number of those not significantly slower.
 * They are simultaneous: all hold together in at least 95% of runs. Each pair is tested by Student's t at the level of Z. Šidák,
 * "Rectangular confidence regions for the means of multivariate normal distributions", JASA 62, 1967.
 *
 * A generator-limited number is a lower bound: such a server is never ranked below another.
 */
import jStat from 'jstat'
import type { Summary } from '../results/format.ts'
import { CONFIDENCE, type Contrast } from './intervals.ts'

/**
 * @param contrast returns the first server minus the second; null if they were not compared
 * @param servers servers to rank
 * @param isLowerBound whether a server's number is generator-limited
 */
export function rankIntervals(
  contrast: (first: string, second: string) => Contrast | null,
  servers: readonly string[],
  isLowerBound: (server: string) => boolean,
): Map<string, Summary['ranks']> {
  const pairs = (servers.length * (servers.length - 1)) / 2
  const level = CONFIDENCE ** (1 / pairs)
  const ranks = new Map(servers.map((name) => [name, { best: 1, worst: servers.length }]))
  for (const [i, one] of servers.entries()) {
    for (const other of servers.slice(i + 1)) {
      const found = contrast(one, other)
      if (!found?.variance) continue
      const { value, degreesOfFreedom } = found.variance
      const [ahead, behind] = found.difference > 0 ? [one, other] : [other, one]
      // The distribution function is faster than its inverse.
      const distance = value > 0 ? Math.abs(found.difference) / Math.sqrt(value) : 0
      const isFaster = 2 * jStat.studentt.cdf(distance, Math.min(degreesOfFreedom, 1e6)) - 1 > level
      if (!isFaster || isLowerBound(behind)) continue
      ;(ranks.get(behind) as Summary['ranks']).best++
      ;(ranks.get(ahead) as Summary['ranks']).worst--
    }
  }
  return ranks
}
