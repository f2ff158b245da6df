/**
 * Pools runs on several machines by one linear mixed model of time per request:
 *
 * log(time of a server on a machine) = server + level + addition / time + runtime + own + error
 *
 * A machine changes all times by a factor (level) and adds a time to each request (addition), changes all servers of a runtime
 * alike (runtime), and each server alone (own). Each of these is the sum of an effect of the kind of machine and one of the
 * machine. All are random effects with known variances (`SPREAD`), and predict the mean over the kinds measured, another machine,
 * and a reader's machine that measured a few servers (`mixed-model.ts`).
 */
import { mean } from 'simple-statistics'
import type { Estimate } from './estimate.ts'
import { type Contrast, type Interval, studentInterval, type Variance } from './intervals.ts'
import {
  averageOf,
  conditionalWeights,
  conditionOn,
  type Effects,
  type Joint,
  sumOf,
} from './mixed-model.ts'

/** One server in one run. */
export interface RunRatio {
  /** Id of the machine. */
  machine: string
  /** Kind of the machine: its CPU model. */
  kind: string
  runtime: string
  /** Logarithm of requests/s over the baseline's, with its variance in the run. */
  ratio: Contrast
  /** Mean time per request of the baseline in the run, in µs. */
  baselineTime: number
}

/** Mean over the kinds of machines measured with its 95% interval, and the 95% prediction interval for another machine. */
export interface PooledFigure extends Estimate {
  low: number
  high: number
  predicted: Interval
}

export interface Pooled {
  /** Requests/s over the baseline's. */
  ratio: PooledFigure
  /** µs per request, minus the baseline's. */
  microseconds: PooledFigure
  requestsPerSecond: PooledFigure
  machines: number
  runs: number
}

/** A server's figures on one machine, with 95% prediction intervals. */
export type Prediction = Record<'ratio' | 'microseconds' | 'requestsPerSecond', Predicted>
type Predicted = Interval & { value: number }

/** Where a server runs; a kind or machine that no run has is another one. */
export interface Place {
  kind: string
  machine: string
}

/** A server's log time in µs, as a mean plus weights × the anchors' deviations from their means, with standard deviations. */
export interface WeighedServer {
  name: string
  mean: number
  weights: number[]
  deviation: number
  /** Of the logarithm of its ratio to the baseline. */
  ratioDeviation: number
}

export interface Pool {
  servers: Map<string, Pooled>
  /** Returns the mean difference of log(requests/s), the first minus the second; null if one is unknown. */
  contrast(first: string, second: string): Contrast | null
  /** Returns by how much the log ratio of a server that is not pooled is expected to change from one machine to another. */
  changeOfMachine(server: Pick<Server, 'runtime' | 'time'>, from: Place, to: Place): Contrast
  /** Predicts all servers on another machine of any kind by the log times of some that a quick run measured there. */
  weigh(anchors: readonly string[]): WeighedServer[]
  /** Predicts all servers there. */
  at(place: Place): Map<string, Prediction>
}

/** Date of the last run to which `SPREAD` was fitted. */
export const FITTED_UNTIL = '2026-11-28'

/**
 * Standard deviations from one kind of machine to another, and from one machine to another of its kind. They were estimated by
 * restricted maximum likelihood (H. D. Patterson, R. Thompson, Biometrika 58, 1971) from the runs published on 2026-11-28, ten
 * scenarios on machines of two kinds, and are fixed since: machines measured later test them. With the values that the nine other
 * scenarios give, which the same machines measured, 97% of the ratios of a kind left out were in their 95% prediction.
 */
export const SPREAD = {
  /** Of the logarithm of all times. */
  level: { kind: 0.17, machine: 0.22 },
  /** µs per request. */
  addition: { kind: 2.1, machine: 1.25 },
  /** Of the logarithm of all times of a runtime. */
  runtime: { kind: 0.05, machine: 0.015 },
  /** Of the logarithm of one server's times. */
  own: { kind: 0.019, machine: 0.017 },
  /** Of the same, from run to run, beyond the errors of the run. */
  run: 0.011,
}
/** Variance of a quick run's error over that of a published one, which has more rounds. */
const QUICK_ERROR = 2
/** Degrees of freedom of all variances. */
const FREEDOM = 30
/** Prior variance of a server's log time: it says nothing. */
const UNKNOWN = 1e4

interface Server {
  name: string
  runtime: string
  runs: readonly RunRatio[]
  /** µs per request, to weigh additions. */
  time: number
}

/** The mean of a server's runs on a machine. */
interface Cell extends Place {
  server: Server
  logTime: number
  variance: number
}

/**
 * @param servers by name, each with at least one run, whose ratio has a variance; the baseline with all runs
 */
export function poolRuns(
  servers: ReadonlyMap<string, readonly RunRatio[]>,
  baseline: string,
): Pool {
  const { pooledServers, cells } = cellsOf(servers, baseline)
  const kinds = [...new Set(cells.map(({ kind }) => kind))]
  const predict = conditionOn(
    cells.map(({ server, kind, machine, logTime, variance }) => ({
      effects: effectsOf(server, kind, machine),
      value: logTime,
      error: variance,
    })),
  )
  const index = (name: string) => pooledServers.findIndex((server) => server.name === name)
  const averageMachine = predict(
    pooledServers.map((server) => averageOf(kinds.map((kind) => effectsOf(server, kind, null)))),
  )
  const timesAt = ({ kind, machine }: Place) =>
    predict(
      pooledServers.map((server) => effectsOf(server, kind, machine)),
      pooledServers.map(errorOf),
    )
  const newMachine = timesAt({ kind: '', machine: '' })
  const pooledOf = ({ runs }: Server, s: number): Pooled => {
    const [typical, predicted] = [figuresOf(averageMachine, s), figuresOf(newMachine, s)]
    const figure = (name: keyof Prediction): PooledFigure => {
      const { low, high } = predicted[name]
      return { ...typical[name], predicted: { low, high } }
    }
    return {
      ratio: figure('ratio'),
      microseconds: figure('microseconds'),
      requestsPerSecond: figure('requestsPerSecond'),
      machines: new Set(runs.map(({ machine }) => machine)).size,
      runs: runs.length,
    }
  }
  const byName = <T>(resultOf: (server: Server, s: number) => T) =>
    new Map(pooledServers.map((server, s) => [server.name, resultOf(server, s)]))
  return {
    servers: byName(pooledOf),
    contrast(first, second) {
      const [a, b] = [index(first), index(second)]
      return a < 0 || b < 0 ? null : contrastOf(averageMachine, [b, 1], [a, -1])
    },
    changeOfMachine(server, from, to) {
      const places = [from, to].map(({ kind, machine }) =>
        effectsOf({ ...server, name: '' }, kind, machine),
      )
      const bases = [from, to].map(({ kind, machine }) =>
        effectsOf(pooledServers[0] as Server, kind, machine),
      )
      const times = predict([...places, ...bases], Array(4).fill(SPREAD.run ** 2))
      return contrastOf(times, [0, 1], [1, -1], [2, -1], [3, 1])
    },
    weigh(anchors) {
      const anchorIndices = anchors.map(index)
      const latent = predict(pooledServers.map((server) => effectsOf(server, '', '')))
      const errors = anchorIndices.map((s) => QUICK_ERROR * errorOf(pooledServers[s] as Server))
      const { means, weights, covariance } = conditionalWeights(latent, anchorIndices, errors)
      for (const [s, server] of pooledServers.entries())
        if (!anchorIndices.includes(s)) covariance.set(s, s, covariance.get(s, s) + errorOf(server))
      return pooledServers.map(({ name }, s) => ({
        name,
        mean: means[s] as number,
        weights: weights.getRow(s),
        deviation: Math.sqrt(Math.max(0, covariance.get(s, s))),
        ratioDeviation: Math.sqrt(
          sumOf({ means, covariance }, [
            [0, 1],
            [s, -1],
          ]).variance,
        ),
      }))
    },
    at(place) {
      const times = timesAt(place)
      return byName((_, s) => figuresOf(times, s))
    },
  }
}

/** Returns the servers, the baseline first, and their means on each machine. */
function cellsOf(
  servers: ReadonlyMap<string, readonly RunRatio[]>,
  baseline: string,
): { pooledServers: Server[]; cells: Cell[] } {
  const logBase = new Map(
    [...Map.groupBy(servers.get(baseline) ?? [], ({ machine }) => machine)].map(
      ([machine, runs]) => [machine, mean(runs.map((run) => Math.log(run.baselineTime)))],
    ),
  )
  const cellOf = (server: Server, machine: string, runs: readonly RunRatio[]): Cell => ({
    server,
    machine,
    kind: runs[0]?.kind ?? '',
    logTime: (logBase.get(machine) as number) - mean(runs.map(({ ratio }) => ratio.difference)),
    variance: errorOf({ runs }) / runs.length,
  })
  const pooledServers: Server[] = []
  const cells: Cell[] = []
  const others = [...servers.keys()].filter((name) => name !== baseline)
  for (const name of [baseline, ...others]) {
    const runs = servers.get(name) ?? []
    const server: Server = { name, runtime: runs[0]?.runtime ?? '', runs, time: 0 }
    const serverCells = [...Map.groupBy(runs, ({ machine }) => machine)].map(([machine, same]) =>
      cellOf(server, machine, same),
    )
    server.time = Math.exp(mean(serverCells.map(({ logTime }) => logTime)))
    pooledServers.push(server)
    cells.push(...serverCells)
  }
  return { pooledServers, cells }
}

/** @param machine null for the mean of all machines of the kind */
function effectsOf(
  { name, runtime, time }: Pick<Server, 'name' | 'runtime' | 'time'>,
  kind: string,
  machine: string | null,
): Effects {
  const effects: Effects = new Map([[`server ${name}`, { weight: 1, variance: UNKNOWN }]])
  const places = [['kind', kind] as const, ['machine', machine] as const]
  for (const [level, id] of places) {
    if (id === null) continue
    const add = (effect: string, weight: number, { [level]: sd }: (typeof SPREAD)['level']) =>
      effects.set(`${level} ${id} ${effect}`, { weight, variance: sd ** 2 })
    add('level', 1, SPREAD.level)
    add('addition', 1 / time, SPREAD.addition)
    add(`runtime ${runtime}`, 1, SPREAD.runtime)
    add(`own ${name}`, 1, SPREAD.own)
  }
  return effects
}

/** Returns the mean variance of a run's error. */
function errorOf({ runs }: Pick<Server, 'runs'>): number {
  return mean(runs.map(({ ratio }) => (ratio.variance as Variance).value)) + SPREAD.run ** 2
}

/** Returns a server's figures; the baseline is the first. */
function figuresOf(times: Joint, s: number): Prediction {
  const [time, base] = [s, 0].map((i) => Math.exp(times.means[i] as number)) as [number, number]
  // By the delta method: a difference of times may be negative.
  const { variance } = sumOf(times, [
    [s, time],
    [0, -base],
  ])
  const microseconds = time - base
  const rate = contrastOf(times, [s, -1])
  return {
    ratio: exponentiate(contrastOf(times, [0, 1], [s, -1])),
    microseconds: {
      value: microseconds,
      ...studentInterval(microseconds, { value: variance, degreesOfFreedom: FREEDOM }),
    },
    requestsPerSecond: exponentiate({ ...rate, difference: rate.difference + Math.log(1e6) }),
  }
}

function contrastOf(times: Joint, ...weights: [index: number, weight: number][]): Contrast {
  const { value, variance } = sumOf(times, weights)
  return { difference: value, variance: { value: variance, degreesOfFreedom: FREEDOM } }
}

/**
 * The 95% prediction interval of a server's time per request on one machine over that on another, which is nearly the same for all
 * servers.
 */
export function levelBetween(): Predicted {
  const variance = 2 * (SPREAD.level.kind ** 2 + SPREAD.level.machine ** 2)
  return exponentiate({ difference: 0, variance: { value: variance, degreesOfFreedom: FREEDOM } })
}

function exponentiate({ difference, variance }: Contrast): Predicted {
  const { low, high } = studentInterval(difference, variance as Variance)
  return { value: Math.exp(difference), low: Math.exp(low), high: Math.exp(high) }
}
