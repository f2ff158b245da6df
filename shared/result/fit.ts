/**
 * What a run says of requests/s: one model for all of its trials and slices, from which ratios, their intervals and ranks
 * follow. On the scale of logarithms
 *
 * rate of a slice = server + group of a round + turn of that group + process + error
 *
 * in two steps. Within each group rows of slices (a server's process) and columns (turns) are fitted robustly (`robust.ts`),
 * so that a process has one level in it. Then levels of all groups together give the servers (`block-model.ts`), where the
 * process is the error: the trial, and not the slice, is the unit. Groups in which the machine was loud count for less
 * (`block-spread.ts`).
 */
import { type BlockFit, fitBlocks, type Observation, type Residual, squaresByServer } from './block-model.ts'
import { type BlockNoise, blockSpreads } from './block-spread.ts'
import type { Trial } from './format.ts'
import type { Variance } from './moderation.ts'
import { countedSlices, rateOf, trialRate } from './rates.ts'
import { type Cell, fitTables } from './robust.ts'

/** Servers by name, with their trials; servers without a trial take no part. */
export type TrialsByServer = ReadonlyMap<string, readonly Trial[]>

/** A difference of two servers: of logarithms of requests/s. */
export interface Contrast {
  difference: number
  /** Squared standard error; null where nothing tells it, as with one round. */
  variance: number | null
  degreesOfFreedom: number
}

/** Of two that share no data. Degrees of freedom by Welch and Satterthwaite. */
export function sumOf(a: Contrast, b: Contrast): Contrast {
  const difference = a.difference + b.difference
  if (a.variance === null || b.variance === null) return { difference, variance: null, degreesOfFreedom: 0 }
  return {
    difference,
    ...pooled([
      { value: a.variance, degreesOfFreedom: a.degreesOfFreedom },
      { value: b.variance, degreesOfFreedom: b.degreesOfFreedom },
    ]),
  }
}

/** The sum of independent variances, and how sure it is. */
function pooled(parts: readonly Variance[]): { variance: number; degreesOfFreedom: number } {
  const variance = parts.reduce((sum, { value }) => sum + value, 0)
  const spread = parts.reduce(
    (sum, { value, degreesOfFreedom: d }) => sum + (value > 0 && d > 0 ? value ** 2 / d : 0),
    0,
  )
  return { variance, degreesOfFreedom: spread > 0 ? variance ** 2 / spread : Number.POSITIVE_INFINITY }
}

export interface FittedTrial {
  server: string
  trial: Trial
  /** Logarithm of requests/s, by the slices that count, each as far as it is like the others. */
  level: number
  /** What of it is neither the server's nor the group's. */
  residual: number
  /** Of that, in the mean. */
  residualVariance: number
  /** Of the server's trials, moderated. */
  variance: Variance
}

export interface Fit {
  servers: string[]
  trials: FittedTrial[]
  /** The first less the second; null where no chain of common groups leads from one to the other. */
  contrast(first: string, second: string): Contrast | null
}

export function fitTrials(servers: TrialsByServer): Fit {
  const all = [...servers].flatMap(([server, trials]) => trials.map((trial) => ({ server, trial })))
  const names = [...new Set(all.map(({ server }) => server))]
  const groups = fitGroups(all)
  const blocks = new Map<string, number>()
  const observations = all.map(({ server, trial }, i): Observation => {
    const key = blockKey(trial)
    if (!blocks.has(key)) blocks.set(key, blocks.size)
    return {
      server: names.indexOf(server),
      block: blocks.get(key) as number,
      level: groups.levels.get(i) as number,
      spread: 1,
    }
  })
  const fit = fitBySpread(observations, names.length, groups.scales)
  const trials = all.map((each, i): FittedTrial => {
    const { value, weights } = fit.residuals[i] as Residual
    return {
      ...each,
      level: groups.levels.get(i) as number,
      residual: value,
      residualVariance: varianceOf(squaresByServer(weights, observations, names.length), fit.variances),
      variance: fit.variances[names.indexOf(each.server)] as Variance,
    }
  })
  return {
    servers: names,
    trials,
    contrast: (first, second) => contrastOf(fit, observations, names.indexOf(first), names.indexOf(second)),
  }
}

/** First with all groups alike, which tells how unlike they are, and then by that. A third fit would change next to nothing. */
function fitBySpread(observations: Observation[], servers: number, scales: readonly (number | null)[]): BlockFit {
  const plain = fitBlocks(observations, servers)
  const spreads = blockSpreads(noiseOf(plain, observations, scales))
  if (spreads.every((spread) => spread === 1)) return plain
  for (const observation of observations) observation.spread = spreads[observation.block] as number
  return fitBlocks(observations, servers)
}

/** By block; null where its slices do not tell how loud it was. */
function noiseOf(
  { residuals }: BlockFit,
  observations: readonly Observation[],
  scales: readonly (number | null)[],
): (BlockNoise | null)[] {
  const blocks = scales.map((scale): BlockNoise | null =>
    scale === null ? null : { slices: scale ** 2, squares: 0, degreesOfFreedom: 0 },
  )
  for (const [i, { value, weights }] of residuals.entries()) {
    const block = blocks[(observations[i] as Observation).block]
    if (!block) continue
    block.squares += value ** 2
    block.degreesOfFreedom += weights[i] as number
  }
  return blocks
}

function varianceOf(squares: Float64Array, variances: readonly Variance[]): number {
  return squares.reduce((sum, square, server) => sum + square * (variances[server] as Variance).value, 0)
}

const blockKey = ({ round, group }: Trial) => `${round} ${group}`

/** Each group by itself: the level of each trial among those of its group, by index, and how far its slices scatter. */
function fitGroups(trials: readonly { server: string; trial: Trial }[]) {
  const groups = [...Map.groupBy(trials.keys(), (row) => blockKey(trials[row]?.trial as Trial)).values()]
  const tables = groups.map((rows) => rows.flatMap((row) => cellsOf(trials[row]?.trial as Trial, row)))
  const { levels, scales } = fitTables(tables)
  return { levels: new Map(levels.flatMap((rows) => [...rows])), scales }
}

function cellsOf(trial: Trial, row: number): Cell[] {
  const cells = countedSlices(trial).map((slice) => ({ row, column: slice.slice, value: logOf(slice) }))
  if (cells.length > 0) return cells
  return [{ row, column: 1, value: Math.log(trialRate(trial)) }]
}

/** A slice without a single answer counts as one with half of one. */
function logOf({ requests, seconds }: Trial['slices'][number]): number {
  return Math.log(rateOf({ requests: Math.max(requests, 0.5), seconds }))
}

/** Over the parts that have both: each says as much as the others. Degrees of freedom by Welch and Satterthwaite. */
function contrastOf(
  { parts, variances, degreesOfFreedom }: BlockFit,
  observations: readonly Observation[],
  first: number,
  second: number,
): Contrast | null {
  const pairs = parts.flatMap((part) => {
    const [a, b] = [part.get(first), part.get(second)]
    return a && b ? [{ a, b }] : []
  })
  if (pairs.length === 0) return null
  const difference = pairs.reduce((sum, { a, b }) => sum + (a.estimate - b.estimate) / pairs.length, 0)
  if (first === second) return { difference: 0, variance: 0, degreesOfFreedom: Number.POSITIVE_INFINITY }
  const known = [first, second].every(
    (server) =>
      (variances[server] as Variance).degreesOfFreedom > 0 &&
      observations.filter((observation) => observation.server === server).length > 1,
  )
  if (!known) return { difference, variance: null, degreesOfFreedom: 0 }
  const weights = new Float64Array(observations.length)
  for (const { a, b } of pairs) {
    for (const i of weights.keys()) {
      weights[i] = (weights[i] as number) + ((a.weights[i] as number) - (b.weights[i] as number)) / pairs.length
    }
  }
  const squares = squaresByServer(weights, observations, variances.length)
  const components = variances.map((variance, server) => ({
    value: variance.value * (squares[server] as number),
    degreesOfFreedom: variance.degreesOfFreedom,
  }))
  const sum = pooled(components)
  // Variances of servers that share groups are no independent ones: together they tell no more than all residuals do.
  return { difference, ...sum, degreesOfFreedom: Math.min(sum.degreesOfFreedom, degreesOfFreedom) }
}
