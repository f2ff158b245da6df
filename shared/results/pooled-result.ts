/** Pooled runs of a scenario as one result: properties from each server's newest run, figures over all of its runs. */
import * as statistics from 'simple-statistics'
import type { Result, ServerResult, Summary } from '../format/format.ts'
import type { Compare } from '../stats/claims.ts'
import type { Estimate } from '../stats/estimate.ts'
import { studentInterval } from '../stats/intervals.ts'
import {
  levelVariance,
  type Pool,
  type Pooled,
  PRIOR_ALONE,
  poolRuns,
  type RunRatio,
} from '../stats/pool.ts'
import { rankIntervals } from '../stats/ranks.ts'
import { caveatsOfProcesses, isMostlyGeneratorLimited } from './caveats.ts'
import { isProvisional, type PooledRuns, runsToPool, type StoredRun } from './pool-rule.ts'
import { scaledFigures } from './scaled-figures.ts'
import { byKind, fitOf, rankedNames, recalculated } from './summary.ts'

/** A pooled run. */
export interface PooledRun extends StoredRun {
  /** Number of its machine, from 1, the newest first. */
  machine: number
}

/** Fields of a single run (times, machine, rounds, servers not installed) are from the newest run. */
export interface PooledResult extends Result {
  /** The newest first. */
  runs: readonly PooledRun[]
  machines: number
  /** Mean logarithm of the baseline's requests/s on each machine. */
  levels: readonly number[]
  /** By server: its ratio to the baseline over all runs. */
  pooled: ReadonlyMap<string, Pooled>
  /** The same, run by run. */
  ratios: ReadonlyMap<string, readonly RunRatio[]>
  /** The same on unhealthy machines that are not pooled. */
  unhealthy: ReadonlyMap<string, readonly RunRatio[]>
  /** Servers that only older runs have, with the newest of these, by the current statistics. */
  outdated: ReadonlyMap<string, StoredRun>
  /** Returns the difference of two servers' log(requests/s), the first minus the second. */
  contrast: Compare
  /** The same for the order of servers, which what a machine adds per request does not change. */
  order: Compare
}

export function pooledResult({ runs, ofServer, unhealthy, outdated }: PooledRuns): PooledResult {
  const { file: newest } = runs[0] as StoredRun
  const { baseline } = newest.details
  const measured = new Map(
    [...ofServer].flatMap(([name, stored]) => {
      const list = stored.flatMap((run) => measurementIn(run, name) ?? [])
      return list.length > 0 ? [[name, list] as const] : []
    }),
  )
  const ratios = ratiosOf(ofServer, baseline)
  const pool = poolOf(ratios, baseline)
  const trials = new Map(
    [...pool.servers.keys(), baseline].map((name) => [
      name,
      (measured.get(name) ?? []).flatMap(({ server }) => server.samples),
    ]),
  )
  const standing = rankIntervals(pool.order, rankedNames(trials), (name) =>
    isMostlyGeneratorLimited(trials.get(name) ?? []),
  )
  const levels = levelsOf(measured.get(baseline) as Measurement[])
  const level = levelOf(levels)
  const machines = [...new Set(runs.map(machineOf))]
  return {
    ...newest,
    environment: { ...newest.environment, runtimes: runtimesOf(runs) },
    subjects: [...ofServer].map(([name, stored]) => {
      const server = serverIn(stored[0] as StoredRun, name) as ServerResult
      const list = measured.get(name)
      const pooledTrials = trials.get(name)
      if (!list || !pooledTrials) return { ...server, samples: [], summary: null }
      const ratio = name === baseline ? EQUAL : (pool.servers.get(name) as Pooled).ratio
      const ranks = standing.get(name) ?? null
      const summary = summaryOf(list, { ratio, level, ranks })
      return { ...server, samples: pooledTrials, summary }
    }),
    notInstalled: newest.notInstalled.filter(({ name }) => !ofServer.has(name)),
    runs: runs.map((run) => ({ ...run, machine: 1 + machines.indexOf(machineOf(run)) })),
    machines: machines.length,
    levels,
    pooled: pool.servers,
    ratios,
    unhealthy: ratiosOf(unhealthy, baseline),
    outdated: recalculatedRuns(outdated),
    contrast: pool.contrast,
    order: pool.order,
  }
}

/**
 * Estimates how two machines differ, regardless of packages: what each adds per request from the two runs, and by how much
 * machines differ besides from stored runs.
 * @param pair runs of one scenario, each on a machine of its own
 * @param stored runs of other machines
 */
export function poolPair(pair: readonly StoredRun[], stored: readonly StoredRun[]): Pool {
  const { baseline } = (pair[0] as StoredRun).file.details
  const pooled = runsToPool(stored)
  const others = poolOf(
    ratiosIn(pooled && !isProvisional(pooled) ? pooled.runs : [], baseline),
    baseline,
  )
  return poolRuns(ratiosIn(pair, baseline), baseline, others.varianceOf)
}

/** Returns the ratios of all servers in all of the runs. */
function ratiosIn(runs: readonly StoredRun[], baseline: string): Map<string, RunRatio[]> {
  const names = new Set(runs.flatMap(({ file }) => file.subjects.map(({ name }) => name)))
  return ratiosOf(new Map([...names].map((name) => [name, runs])), baseline)
}

/** Returns the runs of other machines than that of `run`; where a boot is unknown, other runs. */
export function runsOfOthers(run: Result, stored: readonly StoredRun[]): StoredRun[] {
  const { boot } = run.environment
  return stored.filter(({ file }) =>
    boot === null ? file.startedAt !== run.startedAt : file.environment.boot !== boot,
  )
}

/** Servers of one run keep sharing one object. */
function recalculatedRuns(runs: ReadonlyMap<string, StoredRun>): Map<string, StoredRun> {
  const current = new Map(
    [...new Set(runs.values())].map((run) => [run, { ...run, file: recalculated(run.file) }]),
  )
  return new Map([...runs].map(([name, run]) => [name, current.get(run) as StoredRun]))
}

/** A server's number in a run. */
interface Measurement {
  run: StoredRun
  server: ServerResult
  summary: Summary
}

const EQUAL: Rated['ratio'] = { value: 1, low: 1, high: 1, predicted: { low: 1, high: 1 } }

const serverIn = ({ file }: StoredRun, name: string) =>
  file.subjects.find((server) => server.name === name)

function measurementIn(run: StoredRun, name: string): Measurement | null {
  const server = serverIn(run, name)
  return server?.summary ? { run, server, summary: server.summary } : null
}

/** Returns the versions of all runtimes of the runs: the newest where they differ. */
function runtimesOf(runs: readonly StoredRun[]): Result['environment']['runtimes'] {
  return Object.assign({}, ...runs.map(({ file }) => file.environment.runtimes).toReversed())
}

/** Identifies the machine of a run by its boot; an unknown boot counts as another machine. */
export function machineOf({ file, path }: StoredRun): string {
  return file.environment.boot ?? path
}

/** @param runs by server @returns ratios by server, without the baseline, and without servers whose ratios have no variance */
function ratiosOf(
  runs: ReadonlyMap<string, readonly StoredRun[]>,
  baseline: string,
): Map<string, RunRatio[]> {
  const fits = new Map([...new Set([...runs.values()].flat())].map((run) => [run, fitOf(run.file)]))
  const ratioIn = (run: StoredRun, name: string): RunRatio[] => {
    const ratio = fits.get(run)?.contrast(name, baseline)
    const rate = serverIn(run, baseline)?.summary?.requestsPerSecond.value
    if (!ratio?.variance || !rate) return []
    return [{ machine: machineOf(run), ratio, baselineTime: 1e6 / rate }]
  }
  return new Map(
    [...runs]
      .filter(([name]) => name !== baseline)
      .map(([name, stored]) => [name, stored.flatMap((run) => ratioIn(run, name))] as const)
      .filter(([, ratios]) => ratios.length > 0),
  )
}

function poolOf(ratios: ReadonlyMap<string, readonly RunRatio[]>, baseline: string): Pool {
  return ratios.size > 0
    ? poolRuns(ratios, baseline)
    : {
        servers: new Map(),
        contrast: () => null,
        order: () => null,
        changeOfMachine: () => null,
        varianceOf: () => PRIOR_ALONE,
      }
}

interface Rated {
  /** Ratio to the baseline. */
  ratio: Pooled['ratio']
  level: Level
  ranks: Summary['ranks']
}

/** Requests/s of the baseline. */
interface Level {
  /** Geometric mean over machines. */
  mean: number
  /** Half width of the 95% prediction interval of its logarithm on another machine; null with one machine. */
  half: number | null
}

function summaryOf(list: readonly Measurement[], { ratio, level, ranks }: Rated): Summary {
  const runs = list.map(({ server }) => server.samples)
  const trials = runs.flat()
  const rate = rateOf(ratio, level)
  const ofRuns = list.flatMap(({ summary: { processes, ratioToBaseline } }) =>
    ratioToBaseline ? [{ processes, ratio: ratioToBaseline.value }] : [],
  )
  // Differences between machines are not modes.
  const onOneMachine = ofRuns.flatMap((run) =>
    run.processes.map((process) => (process / run.ratio) * ratio.value),
  )
  return {
    trials: trials.length,
    requestsPerSecond: rate,
    ratioToBaseline: { value: ratio.value, low: ratio.low, high: ratio.high },
    processes: onOneMachine,
    ranks,
    ...scaledFigures(runs.length > 1 ? runs : trials.map((trial) => [trial]), rate),
    caveats: [...byKind(trials), ...caveatsOfProcesses(onOneMachine)],
  }
}

/** Combines the ratio's prediction interval with the level's in quadrature, on logarithms: both are expected of another machine. */
function rateOf({ value, predicted }: Rated['ratio'], { mean, half }: Level): Estimate {
  const rate = mean * value
  if (half === null) return { value: rate, low: null, high: null }
  const factor = Math.exp(Math.hypot(half, Math.log(predicted.high / predicted.low) / 2))
  return { value: rate, low: rate / factor, high: rate * factor }
}

/** Returns the mean logarithm of requests/s on each machine. */
function levelsOf(list: readonly Measurement[]): number[] {
  return [...Map.groupBy(list, ({ run }) => machineOf(run)).values()].map((same) =>
    statistics.mean(same.map(({ summary }) => Math.log(summary.requestsPerSecond.value))),
  )
}

function levelOf(logarithms: readonly number[]): Level {
  const mean = statistics.mean([...logarithms])
  if (logarithms.length < 2) return { mean: Math.exp(mean), half: null }
  const { value, degreesOfFreedom } = levelVariance(logarithms)
  const { high } = studentInterval(0, {
    value: value * (1 + 1 / logarithms.length),
    degreesOfFreedom,
  })
  return { mean: Math.exp(mean), half: high }
}
