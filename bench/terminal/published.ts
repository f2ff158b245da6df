/** Compares a run's ratios with the published prediction intervals for another machine. */
import { plural } from '../../shared/basics/text.ts'
import type { Result } from '../../shared/results/format.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'

/**
 * In one line how many ratios agree with the published prediction intervals, and which do not: those whose own 95%
 * interval lies outside. None where nothing is published of them.
 */
export function withinLines({ servers }: Pick<Result, 'servers'>, published: PooledResult | undefined): string[] {
  const both = servers.flatMap(({ name, summary }) => {
    const predicted = published?.pooled.get(name)?.ratio.predicted
    const own = summary?.ratioToBaseline
    return predicted && own ? [{ name, own, ...predicted }] : []
  })
  if (both.length === 0) return []
  const outside = both.filter(({ own, low, high }) => (own.high ?? own.ratio) < low || (own.low ?? own.ratio) > high)
  const named = outside.map(
    ({ name, own: { ratio }, low, high }) =>
      `${name} (${ratio.toFixed(2)}, published ${low.toFixed(2)} to ${high.toFixed(2)})`,
  )
  const within = `${both.length - outside.length} of ${plural(both.length, 'server')} within the published prediction interval`
  return [named.length > 0 ? `${within}; outside: ${named.join(', ')}` : within]
}
