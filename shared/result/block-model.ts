/**
 * One linear model for all trials of a run: level = server + group of servers + error, where a server's errors have a
 * variance of their own, times the spread of the group (`block-spread.ts`). All servers of a group tell together what the
 * machine did to it. Least squares, in which groups count by their spread and the servers of a group alike: weights from
 * servers' variances, which are known from a few trials, would follow the luck of these trials, and every interval would be
 * too narrow (simulated: with 35 equal servers one was called different in 12% to 40% of runs).
 *
 * Where the trials fall apart (no chain of common groups leads from one server to another), the model is fitted apart: a column is a server in such a part, and differences are taken within a part only.
 */
import { moderated, type Variance } from './moderation.ts'

/** Of one trial. */
export interface Observation {
  server: number
  /** Group of a round: any number that its trials share. */
  block: number
  /** Logarithm of a rate. */
  level: number
  /** Variance of the block's errors over the mean of all blocks. */
  spread: number
}

/** A server in a part. */
interface Column {
  /** What its estimate is made of: a weight for each observation. */
  weights: Float64Array
  estimate: number
}

export interface BlockFit {
  /** By part: the columns of it, by server. */
  parts: Map<number, Column>[]
  /** By server, moderated. */
  variances: Variance[]
  residuals: Residual[]
  /** Of all residuals together. */
  degreesOfFreedom: number
}

/** What is left of an observation. */
export interface Residual {
  value: number
  /** What it is made of: a weight for each observation, its own first of all. */
  weights: Float64Array
}

const STEPS = 2

/** @param servers how many there are */
export function fitBlocks(observations: readonly Observation[], servers: number): BlockFit {
  const residuals: Residual[] = []
  const parts = partsOf(observations).map((part) => fitPart(observations, part, residuals))
  const degreesOfFreedom = residuals.reduce((sum, { weights }, i) => sum + at(weights, i), 0)
  return {
    parts,
    variances: variancesOf(observations, residuals, servers, degreesOfFreedom),
    residuals,
    degreesOfFreedom,
  }
}

/**
 * For each server the sum of the squares of weights of its observations, each times its block's spread: times the servers'
 * variances that is a variance.
 */
export function squaresByServer(
  weights: Float64Array,
  observations: readonly Observation[],
  servers: number,
): Float64Array {
  const squares = new Float64Array(servers)
  for (const [i, { server, spread }] of observations.entries())
    squares[server] = at(squares, server) + spread * at(weights, i) ** 2
  return squares
}

/**
 * By moments: what a server's squared residuals sum up to is compared with what the variances make one expect, which is its own
 * variance for the most part and a little of those of the servers in its groups. A server's residuals vary in as many ways as
 * it has trials, less one; those of all servers together in no more than the model leaves.
 */
function variancesOf(
  observations: readonly Observation[],
  residuals: readonly Residual[],
  servers: number,
  total: number,
): Variance[] {
  const sums = new Float64Array(servers)
  const shares = Array.from({ length: servers }, () => new Float64Array(servers))
  const trials = new Map<number, number>()
  for (const [i, { server, spread }] of observations.entries()) {
    const { value, weights } = residuals[i] as Residual
    sums[server] = at(sums, server) + value ** 2 / spread
    // A trial that was alone in its group tells nothing.
    if (at(weights, i) > 1e-9) trials.set(server, (trials.get(server) ?? 0) + 1)
    const own = shares[server] as Float64Array
    for (const [other, square] of squaresByServer(weights, observations, servers).entries())
      own[other] = at(own, other) + square / spread
  }
  const freedom = new Float64Array(servers)
  for (const [server, count] of trials) freedom[server] = count - 1
  let variances = Array.from({ length: servers }, () => 1)
  let result: Variance[] = []
  for (let step = 0; step < STEPS; step++) {
    const own = variances.map((variance, server) => {
      const expected = (shares[server] as Float64Array).reduce(
        (sum, share, other) => sum + share * (variances[other] as number),
        0,
      )
      // Not a number of which nothing is left: a server that was alone in its group, or had one trial.
      if (expected < 1e-9 * variance) return { value: 0, degreesOfFreedom: 0 }
      return { value: (variance * at(sums, server)) / expected, degreesOfFreedom: at(freedom, server) }
    })
    result = moderated(own, total)
    variances = result.map(({ value }) => value)
  }
  return result
}

/** Indices of the observations of each part: what blocks and servers tie together. */
function partsOf(observations: readonly Observation[]): number[][] {
  const parents = new Map<string, string>()
  const rootOf = (key: string): string => {
    const parent = parents.get(key)
    if (parent === undefined || parent === key) return key
    const root = rootOf(parent)
    parents.set(key, root)
    return root
  }
  const serverKey = ({ server }: Observation) => `server ${server}`
  for (const observation of observations) {
    parents.set(rootOf(serverKey(observation)), rootOf(`block ${observation.block}`))
  }
  const indices = observations.map((_, i) => i)
  return [...Map.groupBy(indices, (i) => rootOf(serverKey(observations[i] as Observation))).values()]
}

/** Fits a part, and writes its residuals. */
function fitPart(
  observations: readonly Observation[],
  part: readonly number[],
  residuals: Residual[],
): Map<number, Column> {
  const observation = (i: number) => observations[i] as Observation
  const places = new Map<number, number>()
  for (const i of part) if (!places.has(observation(i).server)) places.set(observation(i).server, places.size)
  const placeOf = (i: number) => places.get(observation(i).server) as number
  const blocks = [...Map.groupBy(part, (i) => observation(i).block).values()]
  const spreadOf = (members: readonly number[]) => observation(members[0] as number).spread
  const inverse = inverseOf(
    places.size,
    blocks.map((members) => ({ members: members.map(placeOf), weight: 1 / spreadOf(members) })),
  )
  const columns = [...places].map(([server, place]): [number, Column] => {
    const weights = new Float64Array(observations.length)
    const row = inverse[place] as Float64Array
    for (const members of blocks) {
      const mean = members.reduce((sum, i) => sum + at(row, placeOf(i)), 0) / members.length
      for (const i of members) weights[i] = (at(row, placeOf(i)) - mean) / spreadOf(members)
    }
    return [server, { weights, estimate: part.reduce((sum, i) => sum + at(weights, i) * observation(i).level, 0) }]
  })
  for (const members of blocks) {
    // What is left of each member without its server, less the mean of that.
    const own = members.map((i) => columns[placeOf(i)]?.[1] as Column)
    const mean = new Float64Array(observations.length)
    for (const { weights } of own) for (const i of part) mean[i] = at(mean, i) - at(weights, i) / members.length
    for (const i of members) mean[i] = at(mean, i) + 1 / members.length
    for (const [place, i] of members.entries()) {
      const weights = new Float64Array(observations.length)
      const column = own[place] as Column
      for (const k of part) weights[k] = (k === i ? 1 : 0) - at(column.weights, k) - at(mean, k)
      residuals[i] = { value: part.reduce((sum, k) => sum + at(weights, k) * observation(k).level, 0), weights }
    }
  }
  return new Map(columns)
}

/**
 * The inverse of the servers' normal equations once the blocks are taken out; the first server stands at zero.
 * @param blocks the places of the servers in each, and what it counts for
 */
function inverseOf(servers: number, blocks: readonly { members: readonly number[]; weight: number }[]): Float64Array[] {
  const normal = Array.from({ length: servers }, () => new Float64Array(servers))
  const add = (row: number, column: number, value: number) => {
    const values = normal[row] as Float64Array
    values[column] = at(values, column) + value
  }
  for (const { members, weight } of blocks) {
    for (const a of members) {
      add(a, a, weight)
      for (const b of members) add(a, b, -weight / members.length)
    }
  }
  const smaller = inverted(normal.slice(1).map((row) => row.slice(1)))
  return [new Float64Array(servers), ...smaller.map((row) => Float64Array.of(0, ...row))]
}

/** A value that is there. */
function at(values: Float64Array, index: number): number {
  return values[index] as number
}

/** Of a symmetric positive definite matrix, by Gauss and Jordan; such a one needs no pivoting. */
function inverted(matrix: readonly Float64Array[]): Float64Array[] {
  const size = matrix.length
  const rows = matrix.map((row, i) => {
    const wide = new Float64Array(2 * size)
    wide.set(row)
    wide[size + i] = 1
    return wide
  })
  for (const [i, pivotRow] of rows.entries()) {
    const pivot = pivotRow[i] as number
    for (let k = 0; k < 2 * size; k++) pivotRow[k] = (pivotRow[k] as number) / pivot
    for (const row of rows) {
      if (row === pivotRow) continue
      const factor = row[i] as number
      if (factor === 0) continue
      for (let k = i; k < 2 * size; k++) row[k] = (row[k] as number) - factor * (pivotRow[k] as number)
    }
  }
  return rows.map((row) => row.slice(size))
}
