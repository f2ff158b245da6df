/** The cost of each layer of a server, down to `node:http`. */
import jStat from 'jstat'
import * as statistics from 'simple-statistics'
import { CONFIDENCE, type Estimate, meanEstimate } from '../../../shared/stats/intervals.ts'
import type { LayeredServer, Layers, Measure } from './format.ts'

/** The bottom layer: `node:http`, and update-user's work without validation. */
export const BOTTOM = 'node:http'
/** The rest of a framework without its layers: routing, and all else that it does for a request. */
export const REST = 'routing'

interface LayerCost extends Estimate {
  /** What was taken away: a layer; or what is left. */
  layer: string
}

export interface ServerLayers {
  server: LayeredServer
  /** From the bottom up. */
  layers: LayerCost[]
  /** Of the whole server. */
  whole: Estimate
}

/** Servers that were measured so, the least first. */
export function serverLayers({ servers }: Pick<Layers, 'servers'>, measure: Measure): ServerLayers[] {
  const measured = servers.filter(
    ({ refusal, variants }) =>
      refusal === null && variants.length > 1 && variants.every((each) => each[measure].length > 0),
  )
  return measured
    .flatMap((server) => {
      const layers = layersOf(server, measured, measure)
      return layers ? [{ server, layers, whole: meanEstimate(server.variants[0]?.[measure] ?? []) }] : []
    })
    .sort((a, b) => a.whole.value - b.whole.value)
}

/** From the bottom up; null where what the server stands on was not measured. */
function layersOf(server: LayeredServer, all: readonly LayeredServer[], measure: Measure): LayerCost[] | null {
  const { variants, anchor } = server
  const isPaired = measure === 'microseconds'
  const own = variants.slice(1).map(({ layer, ...costs }, i): LayerCost => {
    return { layer: layer ?? '', ...differenceOf(variants[i]?.[measure] ?? [], costs[measure], isPaired) }
  })
  const last = variants.at(-1)?.[measure] ?? []
  if (server.below === null) return [{ layer: BOTTOM, ...meanEstimate(last) }, ...own.reverse()]
  const below = all.find(({ name }) => name === server.below)
  const under = below && layersOf(below, all, measure)
  const left = isPaired && anchor.length > 0 ? anchor : below?.variants[1]?.[measure]
  if (!below || !under || !left) return null
  const rest = below.below === null ? REST : `${server.displayName} itself`
  // What stands on the other server has none of its validation; the machine may have been slower or faster beside it.
  const share = statistics.mean([...left]) / statistics.mean(below.variants[1]?.[measure] ?? [])
  const kept = under.filter(({ layer }) => layer !== below.variants[1]?.layer).map((layer) => scaled(layer, share))
  return [...kept, { layer: rest, ...differenceOf(last, left, isPaired) }, ...own.reverse()]
}

function scaled({ layer, value, low, high }: LayerCost, share: number): LayerCost {
  return { layer, value: value * share, low: low && low * share, high: high && high * share }
}

/** Returns the ratio of a server's cost to the bottom: its mean over that of what is left without validation. */
export function timesBottom({ whole, layers }: ServerLayers): number {
  return whole.value / statistics.sum(layers.filter(({ layer }) => layer === BOTTOM).map(({ value }) => value))
}

/**
 * Returns the difference of the first values and the second ones, with a 95% interval over the processes.
 * @param isPaired whether values of the same place were measured side by side: the mean of their differences then, with
 * Student's interval. Otherwise the median of the differences of all pairs, with the interval of Mann and Whitney's test
 * (J. L. Hodges, E. L. Lehmann, Annals of Mathematical Statistics 34, 1963): a compiler that settles otherwise in one process
 * of five moves no such median. Fewer than four processes have no interval of 95%.
 */
export function differenceOf(values: readonly number[], others: readonly number[], isPaired: boolean): Estimate {
  const [n, m] = [values.length, others.length]
  if (isPaired && n === m) return meanEstimate(values.map((each, i) => each - (others[i] as number)))
  const differences = values.flatMap((each) => others.map((other) => each - other)).sort((a, b) => a - b)
  const value = statistics.medianSorted(differences)
  const z = jStat.normal.inv(1 - (1 - CONFIDENCE) / 2, 0, 1)
  const place = Math.floor((n * m) / 2 - z * Math.sqrt((n * m * (n + m + 1)) / 12))
  if (place < 1) return { value, low: null, high: null }
  return { value, low: differences[place - 1] ?? null, high: differences.at(-place) ?? null }
}
