/** What differs between the repeats of a run: a machine at another hour treats some servers better than others. */
import type { BlockFit, Observation } from './block-model.ts'
import type { Variance } from './moderation.ts'

/**
 * The variance of a server's level from repeat to repeat, one for all servers: by moments, from what is left of servers ×
 * repeats without the mean of either, less what the errors of the trials explain of it. Never below zero.
 * @returns null where there are no two repeats of two servers
 */
export function repeatVariance({ parts, variances }: BlockFit, observations: readonly Observation[]): Variance | null {
  const repeats = new Set(observations.map(({ repeat }) => repeat)).size
  const [first] = parts
  if (!first || repeats < 2 || parts.length !== repeats) return null
  const servers = [...first.keys()].filter((server) => parts.every((part) => part.has(server)))
  if (servers.length < 2) return null
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const columns = (part: BlockFit['parts'][number]) => servers.map((server) => part.get(server)?.estimate ?? Number.NaN)
  const centered = parts.map((part) => {
    const estimates = columns(part)
    const center = mean(estimates)
    return estimates.map((estimate) => estimate - center)
  })
  const means = servers.map((_, s) => mean(centered.map((part) => part[s] as number)))
  const squares = centered
    .flat()
    .reduce((sum, value, i) => sum + (value - (means[i % servers.length] as number)) ** 2, 0)
  const explained = parts.reduce((sum, part) => sum + centeredErrors(part, servers, variances, observations), 0)
  const degreesOfFreedom = (servers.length - 1) * (parts.length - 1)
  const value = Math.max(0, (squares - (1 - 1 / parts.length) * explained) / degreesOfFreedom)
  return { value, degreesOfFreedom }
}

/** Expected sum of squares of the estimates' errors in a part, around their mean. */
function centeredErrors(
  part: BlockFit['parts'][number],
  servers: readonly number[],
  variances: readonly Variance[],
  observations: readonly Observation[],
): number {
  return observations.reduce((sum, { server, spread }, i) => {
    const weights = servers.map((each) => part.get(each)?.weights[i] ?? 0)
    const center = weights.reduce((total, weight) => total + weight, 0) / weights.length
    const squares = weights.reduce((total, weight) => total + (weight - center) ** 2, 0)
    return sum + (variances[server] as Variance).value * spread * squares
  }, 0)
}
