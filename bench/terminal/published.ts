/** Compares a run's ratios with the published prediction intervals for another machine. */
import { plural } from '../../shared/basics/text.ts'
import type { Result } from '../../shared/results/format.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'

/** In one line how many servers lie within what is published, and which do not; none where nothing is published of them. */
export function withinLines({ servers }: Pick<Result, 'servers'>, published: PooledResult | undefined): string[] {
  const both = servers.flatMap(({ name, summary }) => {
    const predicted = published?.pooled.get(name)?.ratio.predicted
    const ratio = summary?.ratioToBaseline?.ratio
    return predicted && ratio !== undefined ? [{ name, ratio, ...predicted }] : []
  })
  if (both.length === 0) return []
  const outside = both.filter(({ ratio, low, high }) => ratio < low || ratio > high)
  const named = outside.map(
    ({ name, ratio, low, high }) => `${name} (${ratio.toFixed(2)}, published ${low.toFixed(2)} to ${high.toFixed(2)})`,
  )
  const within = `${both.length - outside.length} of ${plural(both.length, 'server')} within what was published`
  return [named.length > 0 ? `${within}; outside: ${named.join(', ')}` : within]
}
