/** Cross-validation over machines: each is left out, or its whole kind, and its figures are predicted from the others. */
import * as statistics from 'simple-statistics'
import { type Place, type Prediction, poolRuns, type RunRatio } from '../stats/pool.ts'
import { expectedHere, ratiosIn } from './expected-here.ts'
import type { StoredRun } from './pool-rule.ts'
import { type PooledResult, placeOf } from './pooled-result.ts'
import { QUICK_ROUNDS, REPRESENTATIVES, RPC } from './quick.ts'

type Ratios = ReadonlyMap<string, readonly RunRatio[]>

type Figure = keyof Prediction

/** A server's figures on the machine left out, and their predictions. */
export interface HeldOutServer {
  name: string
  measured: Record<Figure, number>
  predicted: Prediction
}

/** A machine, predicted from all others (`leftOut: machine`), or from those of other kinds. */
export interface HeldOut extends Place {
  leftOut: 'machine' | 'kind'
  healthy: boolean
  servers: HeldOutServer[]
  /** The same, after a quick run's servers were measured on it, for those that a quick run lacks. */
  calibrated: HeldOutServer[]
}

const heldOutResults = new WeakMap<PooledResult, HeldOut[]>()

/** Returns each machine with predictions from the others, and from those of other kinds; empty without others. */
export function holdOut(result: PooledResult): HeldOut[] {
  const machines = heldOutResults.get(result) ?? crossValidated(result)
  heldOutResults.set(result, machines)
  return machines
}

function crossValidated({ ratios, unhealthy, details, runs }: PooledResult): HeldOut[] {
  const { baseline } = details
  const predict = (measured: Ratios, place: Place, leftOut: HeldOut['leftOut']): HeldOut => {
    const others = selectRuns(ratios, (run) => run[leftOut] !== place[leftOut])
    const healthy = measured === ratios
    const here = selectRuns(measured, ({ machine }) => machine === place.machine)
    const newest = healthy ? runs.find((run) => placeOf(run).machine === place.machine) : undefined
    // A published prediction is for a machine of any kind.
    const predictions = others.has(baseline)
      ? poolRuns(others, baseline).at({ kind: '', machine: '' })
      : new Map()
    return {
      ...place,
      leftOut,
      healthy,
      servers: heldOutOf(here, predictions, baseline),
      calibrated: newest
        ? heldOutOf(
            ratiosIn(newest, baseline),
            expectedHere(quickPart(newest), others, baseline),
            baseline,
          )
        : [],
    }
  }
  return [ratios, unhealthy]
    .flatMap((measured) =>
      placesOf(measured).flatMap((place) => {
        const machine = predict(measured, place, 'machine')
        const isOnly = placesOf(ratios).every(
          ({ kind, machine }) => kind !== place.kind || machine === place.machine,
        )
        return [
          machine,
          isOnly ? { ...machine, leftOut: 'kind' as const } : predict(measured, place, 'kind'),
        ]
      }),
    )
    .filter(({ servers }) => servers.length > 0)
}

/** Returns what a quick run would have measured. */
export function quickPart(run: StoredRun): StoredRun {
  const subjects = run.file.subjects
    .filter(({ name }) => [...REPRESENTATIVES, ...RPC].includes(name))
    .map((server) => ({
      ...server,
      samples: server.samples.filter(({ round }) => round <= QUICK_ROUNDS),
    }))
  return { ...run, file: { ...run.file, subjects } }
}

function heldOutOf(
  here: Ratios,
  predictions: ReadonlyMap<string, Prediction>,
  baseline: string,
): HeldOutServer[] {
  return [...here].flatMap(([name, runs]) => {
    const predicted = predictions.get(name)
    return predicted && name !== baseline ? [{ name, measured: figuresOf(runs), predicted }] : []
  })
}

function figuresOf(runs: readonly RunRatio[]): Record<Figure, number> {
  const mean = (numberOf: (run: RunRatio) => number) => statistics.mean(runs.map(numberOf))
  return {
    ratio: Math.exp(mean(({ ratio }) => ratio.difference)),
    microseconds: mean(({ baselineTime, ratio }) => baselineTime * Math.expm1(-ratio.difference)),
    requestsPerSecond: mean(
      ({ baselineTime, ratio }) => (1e6 / baselineTime) * Math.exp(ratio.difference),
    ),
  }
}

/** Returns the share of figures within their prediction. */
export function shareWithin(servers: readonly HeldOutServer[], figure: Figure): number {
  return servers.filter((server) => isWithin(server, figure)).length / servers.length
}

export function isWithin({ measured, predicted }: HeldOutServer, figure: Figure): boolean {
  const { low, high } = predicted[figure]
  return low <= measured[figure] && measured[figure] <= high
}

/** Returns the median half width of predicted ratios, relative to the ratio. */
export function halfWidthOf(servers: readonly HeldOutServer[]): number {
  const halves = servers.map(({ predicted: { ratio } }) => Math.sqrt(ratio.high / ratio.low) - 1)
  return statistics.median(halves)
}

/** Returns the root mean square of log(ratio / predicted ratio). */
export function rmsOf(servers: readonly HeldOutServer[]): number {
  return statistics.rootMeanSquare(
    servers.map(({ measured, predicted }) => Math.log(measured.ratio / predicted.ratio.value)),
  )
}

/** Returns Spearman's rank correlation of ratios with the predicted ones; null with fewer than three servers. */
export function orderOf(servers: readonly HeldOutServer[]): number | null {
  if (servers.length < 3) return null
  return statistics.sampleRankCorrelation(
    servers.map(({ measured }) => measured.ratio),
    servers.map(({ predicted }) => predicted.ratio.value),
  )
}

function placesOf(ratios: Ratios): Place[] {
  const places = new Map(
    [...ratios.values()].flat().map(({ machine, kind }) => [machine, { machine, kind }]),
  )
  return [...places.values()]
}

/** Selects runs; servers without one are left out. */
function selectRuns(ratios: Ratios, isChosen: (run: RunRatio) => boolean): Map<string, RunRatio[]> {
  const chosen = [...ratios].map(([name, runs]) => [name, runs.filter(isChosen)] as const)
  return new Map(chosen.filter(([, runs]) => runs.length > 0))
}
