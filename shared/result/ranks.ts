/**
 * What a run says of the order of its servers, all at once: each of the two statements holds for all servers together in at least
 * 95% of runs.
 *
 * - **Who may be the fastest**: whoever no other is faster than, by one-sided intervals of its differences to all others
 *   (J. C. Hsu, "Simultaneous confidence intervals for all distances from the 'best'", Annals of Statistics 9, 1981). Each
 *   difference has a variance of its own, so that the quantile is Šidák's, which is never too narrow (D. Slepian, 1962).
 * - **From which rank to which**: one more than there are servers that are faster for certain, to those that are not slower
 *   for certain, by intervals of all pairs (P. A. Games, J. F. Howell, Journal of Educational Statistics 1, 1976: Tukey's
 *   range with variances and degrees of freedom of each pair).
 *
 * A number that is mostly the load generator's is a lower bound: nothing says that such a server is slower than another.
 */
import jStat from 'jstat'
import type { Contrast, Fit } from './fit.ts'
import type { Summary } from './format.ts'
import { CONFIDENCE } from './intervals.ts'

/**
 * Share of a difference's degrees of freedom that counts here: all of them for two servers, half from a dozen on. What is
 * false most often among hundreds of pairs is one whose variance was underestimated, and the far end of Student's
 * distribution depends on how variances are spread over servers, which a few rounds hardly tell. Found by simulation.
 */
function freedomShare(servers: number): number {
  return Math.max(0.5, 1 - (servers - 2) / 20)
}

export type Standing = Pick<Summary, 'ranks' | 'mayBeFastest'>

/**
 * @param servers those that take ranks
 * @param isLowerBound whether a server's number is mostly the load generator's
 */
export function standings(
  fit: Pick<Fit, 'contrast'>,
  servers: readonly string[],
  isLowerBound: (server: string) => boolean,
): Map<string, Standing> {
  const count = servers.length
  const faster = new Map(servers.map((name) => [name, 0]))
  const slower = new Map(servers.map((name) => [name, 0]))
  const beaten = new Set<string>()
  const addOne = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const [i, one] of servers.entries()) {
    for (const other of servers.slice(i + 1)) {
      const contrast = fit.contrast(one, other)
      if (!contrast) continue
      const [ahead, behind] = contrast.difference > 0 ? [one, other] : [other, one]
      if (isLowerBound(behind)) continue
      const distance = distanceOf(contrast)
      const freedom = contrast.degreesOfFreedom * freedomShare(count)
      if (distance > bestQuantile(count, freedom)) beaten.add(behind)
      if (distance > rangeQuantile(count, freedom)) {
        addOne(faster, behind)
        addOne(slower, ahead)
      }
    }
  }
  return new Map(
    servers.map((name) => {
      const ranks = { best: 1 + (faster.get(name) ?? 0), worst: count - (slower.get(name) ?? 0) }
      return [name, { ranks, mayBeFastest: !beaten.has(name) }]
    }),
  )
}

/** In standard errors. */
function distanceOf({ difference, variance }: Contrast): number {
  if (variance === null || difference === 0) return 0
  return Math.abs(difference) / Math.sqrt(variance)
}

/** Of one server against all the others, one-sided. */
function bestQuantile(servers: number, degreesOfFreedom: number): number {
  return interpolated('best', servers, degreesOfFreedom, (df) =>
    jStat.studentt.inv(CONFIDENCE ** (1 / Math.max(1, servers - 1)), df),
  )
}

/** Of all pairs. */
function rangeQuantile(servers: number, degreesOfFreedom: number): number {
  return interpolated('range', servers, degreesOfFreedom, (df) =>
    servers > 1 ? jStat.tukey.inv(CONFIDENCE, servers, df) / Math.SQRT2 : 0,
  )
}

/** Their inverses are close together where quantiles change much. */
const GRID = [2, 2.5, 3, 3.5, 4, 5, 6, 8, 10, 14, 20, 40, 100, 1e6]
const known = new Map<string, number>()

/** Quantiles take milliseconds each: those of a grid are kept, and between two the inverse of the degrees is a good measure. */
function interpolated(
  kind: string,
  servers: number,
  degreesOfFreedom: number,
  quantile: (df: number) => number,
): number {
  const at = (df: number) => {
    const key = `${kind} ${servers} ${df}`
    if (!known.has(key)) known.set(key, quantile(df))
    return known.get(key) as number
  }
  const [least, greatest] = [GRID[0] as number, GRID.at(-1) as number]
  // jStat knows Tukey's range from two degrees of freedom on; below that nothing is told apart.
  if (!(degreesOfFreedom >= least)) return Number.POSITIVE_INFINITY
  if (degreesOfFreedom >= greatest) return at(greatest)
  const next = GRID.findIndex((df) => df > degreesOfFreedom)
  const [low, high] = [GRID[next - 1] as number, GRID[next] as number]
  const share = (1 / low - 1 / degreesOfFreedom) / (1 / low - 1 / high)
  return at(low) + share * (at(high) - at(low))
}

export function rankText({ best, worst }: Summary['ranks']): string {
  return best === worst ? String(best) : `${best}–${worst}`
}
