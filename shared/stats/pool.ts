/**
 * Pools runs on several machines. Two numbers nearly describe a machine: time per request = slope × a server's own time +
 * addition. The slope cancels in a ratio to the baseline; the addition does not. So the logarithm of a server's ratio on a
 * machine is
 *
 * server + addition of the machine × (1 / the baseline's time - 1 / the server's time) + the machine's effect on it alone + error
 *
 * with machines as random effects. There are intervals of the mean over machines, and prediction intervals for another machine
 * (J. P. T. Higgins, S. G. Thompson, D. J. Spiegelhalter, "A re-evaluation of random-effects meta-analysis", J. R. Stat. Soc. A
 * 172, 2009). Variances between few machines are shrunk (`fit.ts`, Smyth) toward the prior.
 */
import * as statistics from 'simple-statistics'
import type { Estimate } from './estimate.ts'
import {
  type Contrast,
  type Interval,
  scaled,
  studentInterval,
  sumOfVariances,
  type Variance,
} from './intervals.ts'

/** One server in one run. */
export interface RunRatio {
  /** Id of the machine. */
  machine: string
  /** Logarithm of requests/s over the baseline's, with its variance in the run. */
  ratio: Contrast
  /** Mean time per request of the baseline in the run, in µs. */
  baselineTime: number
}

/** Mean over machines with its 95% interval, and the 95% prediction interval for another machine. */
interface PooledFigure extends Estimate {
  low: number
  high: number
  predicted: Interval
}

export interface Pooled {
  /** Requests/s over the baseline's. */
  ratio: PooledFigure
  /** µs per request, minus the baseline's. */
  microseconds: PooledFigure
  machines: number
  runs: number
}

export interface Pool {
  servers: Map<string, Pooled>
  /** Returns the mean difference of log(requests/s) over machines, the first minus the second; null if one is unknown. */
  contrast(first: string, second: string): Contrast | null
  /** The same for ranks: a machine's addition does not change the order. */
  order(first: string, second: string): Contrast | null
  /** Returns by how much a server's log ratio is expected to change from one machine to another. */
  changeOfMachine(server: string, from: string, to: string): Contrast | null
  /** Returns the variance between machines of a server's log ratio, without the additions; that of all servers for an unknown one. */
  varianceOf(server: string): Variance
}

/**
 * Prior standard deviations between machines, with their degrees of freedom. Two virtual machines that measured the
 * same code in November 2026 differed by 2.2 µs per request (divided by √2: 1.6), by a slope of 1.10, and by another 2.65% of a
 * ratio (1.9%). The assumptions are about as large; the slope's is wider, since one pair is weak evidence.
 */
export const PRIOR = {
  /** µs per request that a machine adds. */
  addition: 1.5,
  /** Standard deviation of the logarithm of a machine's effect on one server alone. */
  alone: 0.025,
  /** Share of a difference in µs. */
  slope: 0.15,
  degreesOfFreedom: 4,
}
/** Weight of all servers' variance between machines in that of one, in degrees of freedom. */
const ALONE_FREEDOM = 8
/** Of one server between machines, without runs of several. */
export const PRIOR_ALONE: Variance = { value: PRIOR.alone ** 2, degreesOfFreedom: ALONE_FREEDOM }
const SWEEPS = 30
const { mean, sum } = statistics

/** One server on one machine: the mean of its runs there. */
interface Cell {
  machine: string
  ratio: number
  /** Variance of the ratio within runs. */
  within: Variance
  baselineTime: number
}

/** One server over machines. */
interface Row {
  cells: Cell[]
  runs: number
  /** Mean log ratio, without additions. */
  center: number
  /** Change of the log ratio per µs of addition. */
  exposure: number
  /** Variance between machines, of this server alone. */
  alone: Variance
  /** Variance of the mean within runs. */
  within: Variance
}

/** A machine's addition in µs per request, minus the mean of all machines, with the variance of the estimate. */
interface Addition {
  value: number
  variance: number
}

/**
 * @param servers by name, without the baseline; each with at least one run, whose ratio has a variance
 * @param known returns a server's variance between machines, where other runs have shown it; default: estimated from these runs
 */
export function poolRuns(
  servers: ReadonlyMap<string, readonly RunRatio[]>,
  baseline: string,
  known?: (server: string) => Variance,
): Pool {
  const rows = new Map([...servers].map(([name, runs]) => [name, rowOf(runs, known?.(name))]))
  const additions = fitAdditions([...rows.values()], known === undefined)
  const addition = shrunk(
    [...additions.values()].map(({ value }) => value),
    PRIOR.addition ** 2,
    PRIOR.degreesOfFreedom,
  )
  const added = (exposure: number, times: number): Variance => ({
    ...addition,
    value: exposure ** 2 * addition.value * times,
  })
  const machines = additions.size
  const pooledOf = ({ cells, runs, center, exposure, alone, within }: Row): Pooled => {
    const n = cells.length
    const mean = sumOfVariances([scaled(alone, 1 / n), within, added(exposure, 1 / machines)])
    // A run on another machine has an error, too.
    const next = sumOfVariances([
      scaled(alone, 1 + 1 / n),
      scaled(within, n + 1),
      added(exposure, 1 + 1 / machines),
    ])
    const ratio = figureOf(center, mean, next, Math.exp)
    return { ratio, microseconds: microsecondsOf(cells), machines: n, runs }
  }
  /** @param times factor of the addition's variance */
  const contrastOf = (first: string, second: string, times: number): Contrast | null => {
    const [a, b] = [first, second].map((name) => rows.get(name))
    if ((!a && first !== baseline) || (!b && second !== baseline)) return null
    const known = [a, b].filter((row) => row !== undefined)
    const variance = sumOfVariances([
      ...known.flatMap(({ alone, within, cells }) => [scaled(alone, 1 / cells.length), within]),
      added((a?.exposure ?? 0) - (b?.exposure ?? 0), times),
    ])
    return { difference: (a?.center ?? 0) - (b?.center ?? 0), variance }
  }
  return {
    servers: new Map([...rows].map(([name, row]) => [name, pooledOf(row)])),
    contrast: (first, second) => contrastOf(first, second, 1 / machines),
    order: (first, second) => contrastOf(first, second, 0),
    changeOfMachine(server, from, to) {
      const [row, before, after] = [rows.get(server), additions.get(from), additions.get(to)]
      if (!row || !before || !after) return null
      const { alone, exposure } = row
      const variance = {
        ...alone,
        value: 2 * alone.value + exposure ** 2 * (before.variance + after.variance),
      }
      return { difference: exposure * (after.value - before.value), variance }
    },
    varianceOf: (server) =>
      rows.get(server)?.alone ?? variancesOf([...rows.values()], additions).all,
  }
}

function rowOf(runs: readonly RunRatio[], alone: Variance = PRIOR_ALONE): Row {
  const cells = [...Map.groupBy(runs, ({ machine }) => machine)].map(
    ([machine, same]): Cell => ({
      machine,
      ratio: mean(same.map(({ ratio }) => ratio.difference)),
      within: varianceOfMean(same.map(({ ratio }) => ratio.variance as Variance)),
      baselineTime: mean(same.map(({ baselineTime }) => baselineTime)),
    }),
  )
  const center = mean(cells.map(({ ratio }) => ratio))
  const within = varianceOfMean(cells.map((cell) => cell.within))
  return { cells, runs: runs.length, center, exposure: 0, alone, within }
}

const varianceOfMean = (variances: readonly Variance[]) =>
  scaled(sumOfVariances(variances), 1 / variances.length ** 2)

/**
 * Estimates the time that each machine adds, in µs per request, minus the mean of all. Sets the rows' centers,
 * exposures and variances between machines. Ridge regression, since an addition is a random effect (C. R. Henderson,
 * "Best linear unbiased estimation and prediction", Biometrics 31, 1975).
 */
function fitAdditions(rows: readonly Row[], estimatesAlone: boolean): Map<string, Addition> {
  const cells = rows.flatMap((row) => row.cells.map((cell) => ({ row, ...cell })))
  const machines = Map.groupBy(cells, ({ machine }) => machine)
  const additions = new Map(
    [...machines.keys()].map((machine): [string, Addition] => [machine, { value: 0, variance: 0 }]),
  )
  const baselineTime = mean(
    [...machines.values()].map((same) => mean(same.map((cell) => cell.baselineTime))),
  )
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const row of rows) {
      row.exposure = (1 - Math.exp(row.center)) / baselineTime
      row.center = mean(
        row.cells.map(
          ({ machine, ratio }) => ratio - (additions.get(machine) as Addition).value * row.exposure,
        ),
      )
    }
    for (const [machine, same] of machines) {
      let [product, square] = [0, 1 / PRIOR.addition ** 2]
      for (const { row, ratio, within } of same) {
        const weight = 1 / (row.alone.value + within.value)
        product += weight * row.exposure * (ratio - row.center)
        square += weight * row.exposure ** 2
      }
      additions.set(machine, { value: product / square, variance: 1 / square })
    }
    const center = mean([...additions.values()].map(({ value }) => value))
    for (const addition of additions.values()) addition.value -= center
    if (estimatesAlone)
      for (const [i, alone] of variancesOf(rows, additions).each.entries())
        (rows[i] as Row).alone = alone
  }
  return additions
}

/** Returns each row's variance between machines, shrunk toward that of all rows, which is shrunk toward the prior. */
function variancesOf(
  rows: readonly Row[],
  additions: ReadonlyMap<string, Addition>,
): { each: Variance[]; all: Variance } {
  const raw = rows.map(({ cells, center, exposure }) => {
    const squares = cells.map(
      ({ machine, ratio }) =>
        (ratio - center - (additions.get(machine) as Addition).value * exposure) ** 2,
    )
    const freedom = cells.length - 1
    const variance =
      sum(squares) / Math.max(1, freedom) - mean(cells.map(({ within }) => within.value))
    return { value: Math.max(0, variance), degreesOfFreedom: freedom }
  })
  const freedom = sum(raw.map(({ degreesOfFreedom }) => degreesOfFreedom))
  const all =
    (PRIOR.degreesOfFreedom * PRIOR.alone ** 2 +
      sum(raw.map(({ value, degreesOfFreedom }) => value * degreesOfFreedom))) /
    (PRIOR.degreesOfFreedom + freedom)
  const each = raw.map(({ value, degreesOfFreedom }) => {
    const total = ALONE_FREEDOM + degreesOfFreedom
    return {
      value: (ALONE_FREEDOM * all + degreesOfFreedom * value) / total,
      degreesOfFreedom: total,
    }
  })
  return { each, all: { value: all, degreesOfFreedom: ALONE_FREEDOM } }
}

/** A machine's addition cancels in a difference of times; its slope does not. */
function microsecondsOf(cells: readonly Cell[]): PooledFigure {
  const times = cells.map(({ baselineTime, ratio }) => baselineTime * Math.exp(-ratio))
  const differences = times.map((time, i) => time - (cells[i] as Cell).baselineTime)
  const within = mean(cells.map((cell, i) => (times[i] as number) ** 2 * cell.within.value))
  const value = mean(differences)
  const n = cells.length
  const prior = (PRIOR.slope * value) ** 2 + (PRIOR.alone * mean(times)) ** 2
  const shrunken = shrunk(
    differences.map((difference) => difference - value),
    prior,
    PRIOR.degreesOfFreedom,
  )
  const variance = { ...shrunken, value: Math.max(shrunken.value, within) }
  return figureOf(value, scaled(variance, 1 / n), scaled(variance, 1 + 1 / n), (figure) => figure)
}

/** @param of applied to the figure and all ends */
function figureOf(
  value: number,
  ofMean: Variance,
  ofNext: Variance,
  of: (figure: number) => number,
): PooledFigure {
  const ends = (variance: Variance): Interval => {
    const { low, high } = studentInterval(value, variance)
    return { low: of(low), high: of(high) }
  }
  return { value: of(value), ...ends(ofMean), predicted: ends(ofNext) }
}

/**
 * Returns the 95% prediction interval of a server's time per request on one machine over that on another, which is nearly the same
 * for all servers: the slope and most of the addition.
 * @param levels mean logarithm of the baseline's requests/s, by machine
 */
export function levelBetween(levels: readonly number[]): Estimate {
  const { low, high } = studentInterval(0, scaled(levelVariance(levels), 2))
  return { value: 1, low: Math.exp(low), high: Math.exp(high) }
}

/** Returns the variance of such levels from machine to machine. */
export function levelVariance(levels: readonly number[]): Variance {
  const center = mean(levels)
  return shrunk(
    levels.map((level) => level - center),
    PRIOR.slope ** 2,
    PRIOR.degreesOfFreedom,
  )
}

/** Returns the variance of deviations, shrunk toward the prior. */
function shrunk(deviations: readonly number[], prior: number, degreesOfFreedom: number): Variance {
  const total = degreesOfFreedom + deviations.length - 1
  return {
    value: (degreesOfFreedom * prior + sum(deviations.map((deviation) => deviation ** 2))) / total,
    degreesOfFreedom: total,
  }
}
