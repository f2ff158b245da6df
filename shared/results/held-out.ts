/** Machines held out: where the other machines of a scenario let expect the ratios of one, and where they were. */
import * as statistics from 'simple-statistics'
import type { Interval } from '../stats/intervals.ts'
import { poolRuns, type RunRatio } from '../stats/pool.ts'
import type { PooledResult } from './pooled-result.ts'

type Ratios = ReadonlyMap<string, readonly RunRatio[]>

/** A figure of a server on the machine that is held out, and where the others let expect it. */
interface Expected {
  value: number
  predicted: Interval
}

export interface HeldOutServer {
  name: string
  ratio: Expected
  /** µs per request over the baseline's. */
  microseconds: Expected
  /** The ratio in the mean over the other machines. */
  others: number
}

export interface HeldOut {
  /** As `machineOf` names it. */
  machine: string
  healthy: boolean
  servers: HeldOutServer[]
}

/** Each machine against the other healthy ones; none where there is no other. */
export function holdOut({ ratios, unhealthy, baseline }: PooledResult): HeldOut[] {
  const each = (own: Ratios, healthy: boolean) =>
    machinesOf(own).map((machine): HeldOut => {
      const pool = ofMachines(ratios, (other) => other !== machine)
      const servers = pool.size > 0 ? poolRuns(pool, baseline).servers : new Map()
      const held = [...ofMachines(own, (other) => other === machine)].flatMap(([name, runs]): HeldOutServer[] => {
        const pooled = servers.get(name)
        if (!pooled) return []
        const ratio = Math.exp(statistics.mean(runs.map((run) => run.ratio.difference)))
        const microseconds = statistics.mean(runs.map((run) => run.baselineTime * Math.expm1(-run.ratio.difference)))
        return [
          {
            name,
            ratio: { value: ratio, predicted: pooled.ratio.predicted },
            microseconds: { value: microseconds, predicted: pooled.microseconds.predicted },
            others: pooled.ratio.value,
          },
        ]
      })
      return { machine, healthy, servers: held }
    })
  return [...each(ratios, true), ...each(unhealthy, false)].filter(({ servers }) => servers.length > 0)
}

export function isWithin({ value, predicted: { low, high } }: Expected): boolean {
  return low <= value && value <= high
}

/** Root mean square of the logarithms of the machine's ratios over the others'. */
export function rmsOf(servers: readonly HeldOutServer[]): number {
  return statistics.rootMeanSquare(servers.map(({ ratio, others }) => Math.log(ratio.value / others)))
}

/** Spearman's rank correlation of the machine's ratios with the others'; null of fewer than three servers. */
export function orderOf(servers: readonly HeldOutServer[]): number | null {
  if (servers.length < 3) return null
  return statistics.sampleRankCorrelation(
    servers.map(({ ratio }) => ratio.value),
    servers.map(({ others }) => others),
  )
}

/** Root mean squares of the differences of logarithms of a server's ratios, over pairs of runs; null where there is no pair. */
export function differencesOfRuns({
  ratios,
}: Pick<PooledResult, 'ratios'>): Record<'hours' | 'machines', number | null> {
  const pairs = [...ratios.values()].flatMap((runs) =>
    runs.flatMap((one, i) =>
      runs.slice(i + 1).map((other) => ({
        isOneMachine: one.machine === other.machine,
        difference: one.ratio.difference - other.ratio.difference,
      })),
    ),
  )
  const rms = (isOneMachine: boolean) => {
    const own = pairs.filter((pair) => pair.isOneMachine === isOneMachine).map(({ difference }) => difference)
    return own.length > 0 ? statistics.rootMeanSquare(own) : null
  }
  return { hours: rms(true), machines: rms(false) }
}

function machinesOf(ratios: Ratios): string[] {
  return [...new Set([...ratios.values()].flatMap((runs) => runs.map(({ machine }) => machine)))]
}

/** Without servers that have no run on such a machine. */
function ofMachines(ratios: Ratios, isMeant: (machine: string) => boolean): Map<string, RunRatio[]> {
  const chosen = [...ratios].map(([name, runs]) => [name, runs.filter(({ machine }) => isMeant(machine))] as const)
  return new Map(chosen.filter(([, runs]) => runs.length > 0))
}
