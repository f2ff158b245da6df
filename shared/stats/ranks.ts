/**
 * Rank intervals: from one more than the number of significantly faster servers, to the number of those not significantly slower.
 * They are simultaneous: all hold together in at least 95% of runs.
 *
 * A generator-limited number is a lower bound: such a server is never ranked below another.
 */
import type { Summary } from '../format/format.ts'
import { type Compare, isDifferent, pairLevel } from './claims.ts'

type Ranks = NonNullable<Summary['ranks']>

/**
 * @param compare compares log(requests/s)
 * @param servers servers to rank
 * @param isLowerBound whether a server's number is generator-limited
 */
export function rankIntervals(
  compare: Compare,
  servers: readonly string[],
  isLowerBound: (server: string) => boolean,
): Map<string, Ranks> {
  const level = pairLevel(servers.length)
  const ranks = new Map(servers.map((name) => [name, { best: 1, worst: servers.length }]))
  for (const [i, one] of servers.entries()) {
    for (const other of servers.slice(i + 1)) {
      const found = compare(one, other)
      if (!found || !isDifferent(found, level)) continue
      const [ahead, behind] = found.difference > 0 ? [one, other] : [other, one]
      if (isLowerBound(behind)) continue
      ;(ranks.get(behind) as Ranks).best++
      ;(ranks.get(ahead) as Ranks).worst--
    }
  }
  return ranks
}
