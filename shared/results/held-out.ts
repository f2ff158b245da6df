/** Cross-validation over machines: each is held out, and its ratios are predicted from the others. */
import * as statistics from 'simple-statistics'
import type { Interval } from '../stats/intervals.ts'
import { poolRuns, type RunRatio } from '../stats/pool.ts'
import type { PooledResult } from './pooled-result.ts'

type Ratios = ReadonlyMap<string, readonly RunRatio[]>

/** A figure on the machine held out, and its prediction from the others. */
interface Expected {
  value: number
  predicted: Interval
}

export interface HeldOutServer {
  name: string
  ratio: Expected
  /** µs per request over the baseline's. */
  microseconds: Expected
  /** Mean ratio over the other machines. */
  others: number
}

export interface HeldOut {
  /** From `machineOf`. */
  machine: string
  healthy: boolean
  servers: HeldOutServer[]
}

/** Returns each machine with predictions from the other healthy ones; empty without others. */
export function holdOut({ ratios, unhealthy, details: { baseline } }: PooledResult): HeldOut[] {
  const predictions = (measured: Ratios, healthy: boolean) =>
    machinesOf(measured).map((machine): HeldOut => {
      const pool = ofMachines(ratios, (other) => other !== machine)
      const servers = pool.size > 0 ? poolRuns(pool, baseline).servers : new Map()
      const predicted = [...ofMachines(measured, (other) => other === machine)].flatMap(
        ([name, runs]): HeldOutServer[] => {
          const pooled = servers.get(name)
          if (!pooled) return []
          const ratio = Math.exp(statistics.mean(runs.map((run) => run.ratio.difference)))
          const microseconds = statistics.mean(
            runs.map((run) => run.baselineTime * Math.expm1(-run.ratio.difference)),
          )
          return [
            {
              name,
              ratio: { value: ratio, predicted: pooled.ratio.predicted },
              microseconds: { value: microseconds, predicted: pooled.microseconds.predicted },
              others: pooled.ratio.value,
            },
          ]
        },
      )
      return { machine, healthy, servers: predicted }
    })
  return [...predictions(ratios, true), ...predictions(unhealthy, false)].filter(
    ({ servers }) => servers.length > 0,
  )
}

export function isWithin({ value, predicted: { low, high } }: Expected): boolean {
  return low <= value && value <= high
}

/** Returns the root mean square of log(ratio / mean ratio of the others). */
export function rmsOf(servers: readonly HeldOutServer[]): number {
  return statistics.rootMeanSquare(
    servers.map(({ ratio, others }) => Math.log(ratio.value / others)),
  )
}

/** Returns Spearman's rank correlation of ratios with the others'; null with fewer than three servers. */
export function orderOf(servers: readonly HeldOutServer[]): number | null {
  if (servers.length < 3) return null
  return statistics.sampleRankCorrelation(
    servers.map(({ ratio }) => ratio.value),
    servers.map(({ others }) => others),
  )
}

function machinesOf(ratios: Ratios): string[] {
  return [...new Set([...ratios.values()].flatMap((runs) => runs.map(({ machine }) => machine)))]
}

/** Selects machines; servers without a run on one are left out. */
function ofMachines(
  ratios: Ratios,
  isChosen: (machine: string) => boolean,
): Map<string, RunRatio[]> {
  const chosen = [...ratios].map(
    ([name, runs]) => [name, runs.filter(({ machine }) => isChosen(machine))] as const,
  )
  return new Map(chosen.filter(([, runs]) => runs.length > 0))
}
