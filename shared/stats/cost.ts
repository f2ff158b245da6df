/** CPU time per request of a server, against the rate: a request costs more where fewer share a wake-up. */
import { type Estimate, propagated } from './estimate.ts'

/** µs of CPU time per request at a rate, on the machine that measured it; the interval is that of its processes. */
export interface CostPoint extends Estimate {
  /** Requests/s. */
  rate: number
}

export interface ServerCost {
  /** By rising rate, at least two. The last is at the server's maximum, where it saturates its CPU. */
  curve: CostPoint[]
  /** Effect of another machine on this server alone, as a factor around 1. */
  machineEffect: Estimate
}

/** Costs of the servers of a scenario. */
export interface Costs {
  /** Time per request on another machine over that on the measuring one, the same for all servers: a factor around 1. */
  level: Estimate
  /** Whether the measuring machine failed its health check. */
  isProvisional: boolean
  /** By folder. */
  servers: Record<string, ServerCost>
}

/**
 * Returns the cost at a rate. Between measured rates it is a power of the rate, which predicts a measured rate from its neighbours
 * better than a line in the logarithm of the rate does. So are the ends of the interval: errors at neighbouring rates count as one.
 * @returns null below the lowest measured rate and above the maximum
 */
export function costAt(curve: readonly CostPoint[], rate: number): Estimate | null {
  const place = curve.findIndex((point) => point.rate >= rate)
  const above = curve[place]
  const below = above?.rate === rate ? above : curve[place - 1]
  if (!above || !below) return null
  const share =
    above === below ? 1 : Math.log(rate / below.rate) / Math.log(above.rate / below.rate)
  const interpolated = (a: number, b: number) =>
    Math.max(0, a) ** (1 - share) * Math.max(0, b) ** share
  const ends = (a: number | null, b: number | null) =>
    a === null || b === null ? null : interpolated(a, b)
  return {
    value: interpolated(below.value, above.value),
    low: ends(below.low, above.low),
    high: ends(below.high, above.high),
  }
}

/** Returns the cost at a rate over that at the maximum, where it is 1; null where the cost is unknown. */
export function factorAt(curve: readonly CostPoint[], rate: number): Estimate | null {
  const last = curve.at(-1) as CostPoint
  const factors = curve.map((point) => ({
    ...(point === last
      ? { value: 1, low: 1, high: 1 }
      : propagated([point, last], (cost, least) => cost / least)),
    rate: point.rate,
  }))
  return costAt(factors, rate)
}

/** Returns the lowest rate that was measured with any server. */
export function lowestRate({ servers }: Costs): number {
  return Math.min(...Object.values(servers).flatMap(({ curve }) => curve[0]?.rate ?? []))
}
