/** Estimates the cost of each layer of a server. */
import * as statistics from 'simple-statistics'
import { type Estimate, meanEstimate, medianDifference } from '../../../shared/stats/intervals.ts'
import type { LayeredServer, Layers, Measure } from './format.ts'

/** The bottom layer: `node:http` with update-user's work, without validation. */
export const BOTTOM = 'node:http'
/** What remains of a framework without its layers: routing, and anything else that it does per request. */
export const REST = 'routing'

interface LayerCost extends Estimate {
  /** The layer that was removed, or the remaining server. */
  layer: string
}

export interface ServerLayers {
  server: LayeredServer
  /** From the bottom up. */
  layers: LayerCost[]
  /** Cost of the whole server. */
  whole: Estimate
}

/** Returns the servers measured in the metric, the cheapest first. */
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

/** Returns layers from the bottom up; null if the server below was not measured. */
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
  // The server below is without its validation. Its costs are scaled to the machine's speed during this server's processes.
  const share = statistics.mean([...left]) / statistics.mean(below.variants[1]?.[measure] ?? [])
  const kept = under.filter(({ layer }) => layer !== below.variants[1]?.layer).map((layer) => scaled(layer, share))
  return [...kept, { layer: rest, ...differenceOf(last, left, isPaired) }, ...own.reverse()]
}

function scaled({ layer, value, low, high }: LayerCost, share: number): LayerCost {
  return { layer, value: value * share, low: low && low * share, high: high && high * share }
}

/** Returns the ratio of a server's mean cost to that of the bottom layer. */
export function timesBottom({ whole, layers }: ServerLayers): number {
  return whole.value / statistics.sum(layers.filter(({ layer }) => layer === BOTTOM).map(({ value }) => value))
}

/**
 * Returns `values` minus `others` with a 95% interval over processes.
 * @param isPaired whether values at the same index were measured side by side: the mean of their differences then, with
 * Student's interval; else `medianDifference`
 */
export function differenceOf(values: readonly number[], others: readonly number[], isPaired: boolean): Estimate {
  if (isPaired && values.length === others.length) {
    return meanEstimate(values.map((each, i) => each - (others[i] as number)))
  }
  return medianDifference(values, others)
}
