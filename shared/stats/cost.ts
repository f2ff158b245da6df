/** CPU time per request of a server, against the rate: a request costs more where fewer share a wake-up. */
import type { Estimate } from './estimate.ts'

/** CPU time per request at a rate, on the machine that measured it. */
export interface CostPoint {
  /** Requests/s. */
  rate: number
  /** µs of each process. Servers are compared by round, since processes of a round share the machine's state. */
  processes: (readonly [round: number, microseconds: number])[]
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
  /** Student's t of the 95% interval of a mean, by the number of its values; null where these are too few for a claim. */
  quantiles: (number | null)[]
  /** By folder. */
  servers: Record<string, ServerCost>
}

type Quantiles = Costs['quantiles']
type ByRound = ReadonlyMap<number, number>

/**
 * Returns the cost at a rate, the geometric mean of the processes.
 * @returns null below the lowest measured rate and above the maximum
 */
export function costAt(
  curve: readonly CostPoint[],
  rate: number,
  quantiles: Quantiles,
): Estimate | null {
  const processes = processesAt(curve, rate)
  return processes && geometricMean([...processes.values()], quantiles)
}

/** Returns the cost at a rate over that at the maximum, where it is 1; null where the cost is unknown. */
export function factorAt(
  curve: readonly CostPoint[],
  rate: number,
  quantiles: Quantiles,
): Estimate | null {
  const least = new Map(curve.at(-1)?.processes)
  const processes = processesAt(curve, rate)
  return processes && geometricMean(byRound(least, processes, divide), quantiles)
}

/** Costs of two servers at a rate, of the same rounds. */
export interface CostPair {
  /** The second server's over the first's. */
  ratio: Estimate
  /** Their geometric mean: its errors and those of the ratio are independent if both servers vary alike. */
  middle: Estimate
}

/** Pairs processes by round; null where a cost is unknown. */
export function pairAt(
  [first, second]: readonly [readonly CostPoint[], readonly CostPoint[]],
  rate: number,
  quantiles: Quantiles,
): CostPair | null {
  const [one, other] = [processesAt(first, rate), processesAt(second, rate)]
  if (!one || !other) return null
  return {
    ratio: geometricMean(byRound(one, other, divide), quantiles),
    middle: geometricMean(
      byRound(one, other, (a, b) => Math.sqrt(a * b)),
      quantiles,
    ),
  }
}

const divide = (one: number, other: number) => other / one

const byRound = (one: ByRound, other: ByRound, of: (one: number, other: number) => number) =>
  [...one].flatMap(([round, value]) => {
    const second = other.get(round)
    return second === undefined ? [] : [of(value, second)]
  })

/**
 * Returns each process's cost at a rate. Between measured rates it is a power of the rate, which predicts a measured rate from its
 * neighbours better than a line in the logarithm of the rate does.
 */
function processesAt(curve: readonly CostPoint[], rate: number): Map<number, number> | null {
  const place = curve.findIndex((point) => point.rate >= rate)
  const above = curve[place]
  const below = above?.rate === rate ? above : curve[place - 1]
  if (!above || !below) return null
  const share =
    above === below ? 1 : Math.log(rate / below.rate) / Math.log(above.rate / below.rate)
  const costs = new Map(above.processes)
  return new Map(
    below.processes.flatMap(([round, cost]) => {
      const next = costs.get(round)
      return next === undefined ? [] : [[round, cost ** (1 - share) * next ** share] as const]
    }),
  )
}

/** Returns the mean on logarithms; NaN without values. */
function geometricMean(values: readonly number[], quantiles: Quantiles): Estimate {
  const mean = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length
  const logs = values.map(Math.log)
  const middle = mean(logs)
  const value = Math.exp(middle)
  const t = quantiles[logs.length] ?? null
  if (t === null) return { value, low: null, high: null }
  const squares = logs.reduce((sum, log) => sum + (log - middle) ** 2, 0)
  const half = t * Math.sqrt(squares / (logs.length - 1) / logs.length)
  return { value, low: Math.exp(middle - half), high: Math.exp(middle + half) }
}

/** Returns the lowest rate that was measured with any server. */
export function lowestRate({ servers }: Costs): number {
  return Math.min(...Object.values(servers).flatMap(({ curve }) => curve[0]?.rate ?? []))
}
