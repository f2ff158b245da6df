/** Pooled runs of a scenario as one result: properties from each server's newest run, figures over all of its runs. */
import { mean } from 'simple-statistics'
import type { Result, ServerResult, Summary } from '../format/format.ts'
import type { Compare } from '../stats/claims.ts'
import type { Estimate } from '../stats/estimate.ts'
import {
  type Place,
  type Pool,
  type Pooled,
  type PooledFigure,
  poolRuns,
  type RunRatio,
} from '../stats/pool.ts'
import { rankIntervals } from '../stats/ranks.ts'
import { caveatOfKind, caveatsOfProcesses, isMostlyGeneratorLimited } from './caveats.ts'
import type { PooledRuns, StoredRun } from './pool-rule.ts'
import { serverIn } from './pool-rule.ts'
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
  /** By server: its ratio to the baseline over all runs. */
  pooled: ReadonlyMap<string, Pooled>
  /** The same, run by run, and of the baseline. */
  ratios: ReadonlyMap<string, readonly RunRatio[]>
  /** The same on unhealthy machines that are not pooled. */
  unhealthy: ReadonlyMap<string, readonly RunRatio[]>
  /** Servers that only older runs have, with the newest of these, by the current statistics. */
  outdated: ReadonlyMap<string, StoredRun>
  /** Returns the difference of two servers' log(requests/s), the first minus the second. */
  contrast: Compare
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
  const pool = poolRuns(ratios, baseline)
  const trials = new Map(
    [...ratios.keys()].map((name) => [
      name,
      (measured.get(name) ?? []).flatMap(({ server }) => server.samples),
    ]),
  )
  const standing = rankIntervals(pool.contrast, rankedNames(trials), (name) =>
    isMostlyGeneratorLimited(trials.get(name) ?? []),
  )
  const machines = [...new Set(runs.map(machineOf))]
  const kinds = kindsOf({ runs })
  return {
    ...newest,
    environment: { ...newest.environment, runtimes: runtimesOf(runs) },
    subjects: [...ofServer].map(([name, stored]) => {
      const server = serverIn(stored[0] as StoredRun, name) as ServerResult
      const list = measured.get(name)
      const pooledTrials = trials.get(name)
      if (!list || !pooledTrials) return { ...server, samples: [], summary: null }
      const { ratio, requestsPerSecond } = pool.servers.get(name) as Pooled
      const summary = summaryOf(list, {
        caveats: ofOneKind(ratios.get(name) ?? [], kinds),
        ratio: { value: ratio.value, low: ratio.low, high: ratio.high },
        rate: rateOf(requestsPerSecond, machines.length),
        ranks: standing.get(name) ?? null,
      })
      return { ...server, samples: pooledTrials, summary }
    }),
    notInstalled: newest.notInstalled.filter(({ name }) => !ofServer.has(name)),
    runs: runs.map((run) => ({ ...run, machine: 1 + machines.indexOf(machineOf(run)) })),
    machines: machines.length,
    pooled: new Map([...pool.servers].filter(([name]) => name !== baseline)),
    ratios,
    unhealthy: ratiosOf(unhealthy, baseline),
    outdated: recalculatedRuns(outdated),
    contrast: pool.contrast,
  }
}

/**
 * Pools runs of one scenario, whatever their packages, to compare machines.
 * @param names of servers, the baseline's among them
 */
export function poolMachines(runs: readonly StoredRun[], names: Iterable<string>): Pool {
  const { baseline } = (runs[0] as StoredRun).file.details
  return poolRuns(ratiosOf(new Map([...names].map((name) => [name, runs])), baseline), baseline)
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

/** Returns the caveat of a server that only one of several kinds of machines measured. */
function ofOneKind(runs: readonly RunRatio[], kinds: readonly string[]): Summary['caveats'] {
  const [kind, ...others] = new Set(runs.map((run) => run.kind))
  if (kind === undefined || others.length > 0 || kinds.length < 2) return []
  const machines = [...Map.groupBy(runs, ({ machine }) => machine).values()]
  return caveatOfKind(
    kind,
    machines.map((same) => Math.exp(mean(same.map(({ ratio }) => ratio.difference)))),
  )
}

/** A server's number in a run. */
interface Measurement {
  run: StoredRun
  server: ServerResult
  summary: Summary
}

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

/** Returns the kinds of machines of pooled runs: their CPU models. */
export function kindsOf({ runs }: { runs: readonly StoredRun[] }): string[] {
  return [...new Set(runs.map((run) => placeOf(run).kind))].sort()
}

/** Returns where a run was made. */
export function placeOf(run: StoredRun): Place {
  return { machine: machineOf(run), kind: run.file.environment.cpuModel }
}

/** @param runs by server @returns ratios by server, the baseline's among them, without those that have no variance */
export function ratiosOf(
  runs: ReadonlyMap<string, readonly StoredRun[]>,
  baseline: string,
): Map<string, RunRatio[]> {
  const ratioIn = (run: StoredRun, name: string): RunRatio[] => {
    const ratio = fitOf(run.file).contrast(name, baseline)
    const rate = serverIn(run, baseline)?.summary?.requestsPerSecond.value
    const runtime = serverIn(run, name)?.runtime
    if (!ratio?.variance || !rate || !runtime) return []
    return [{ ...placeOf(run), runtime, ratio, baselineTime: 1e6 / rate }]
  }
  return new Map(
    [...runs]
      .map(([name, stored]) => [name, stored.flatMap((run) => ratioIn(run, name))] as const)
      .filter(([, ratios]) => ratios.length > 0),
  )
}

interface Rated {
  /** Beside those of its trials and processes. */
  caveats: Summary['caveats']
  ratio: Estimate
  rate: Estimate
  ranks: Summary['ranks']
}

/** Returns requests/s, with the prediction for another machine; one machine says nothing about the level of another. */
function rateOf({ value, predicted }: PooledFigure, machines: number): Estimate {
  return machines > 1 ? { value, ...predicted } : { value, low: null, high: null }
}

function summaryOf(list: readonly Measurement[], { ratio, rate, ranks, caveats }: Rated): Summary {
  const runs = list.map(({ server }) => server.samples)
  const trials = runs.flat()
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
    ratioToBaseline: ratio,
    processes: onOneMachine,
    ranks,
    ...scaledFigures(runs.length > 1 ? runs : trials.map((trial) => [trial]), rate),
    caveats: [...byKind(trials), ...caveatsOfProcesses(onOneMachine), ...caveats],
  }
}
