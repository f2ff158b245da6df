/** Estimates the cost of each layer of a server, in instructions per request. */
import * as statistics from 'simple-statistics'
import { type Estimate, meanEstimate, medianDifference } from '../../../shared/stats/intervals.ts'
import type { LayeredServer, Layers } from './format.ts'

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

/** Returns the counted servers, the cheapest first. */
export function serverLayers({ servers }: Pick<Layers, 'servers'>): ServerLayers[] {
  const counted = servers.filter(({ refusal, variants }) => refusal === null && variants.length > 1)
  return counted
    .flatMap((server) => {
      const layers = layersOf(server, counted)
      return layers ? [{ server, layers, whole: meanEstimate(server.variants[0]?.instructions ?? []) }] : []
    })
    .sort((a, b) => a.whole.value - b.whole.value)
}

/** Returns layers from the bottom up; null if the server below was not counted. */
function layersOf(server: LayeredServer, all: readonly LayeredServer[]): LayerCost[] | null {
  const { variants } = server
  const own = variants.slice(1).map(({ layer, instructions }, i): LayerCost => {
    return { layer: layer ?? '', ...medianDifference(variants[i]?.instructions ?? [], instructions) }
  })
  const last = variants.at(-1)?.instructions ?? []
  if (server.below === null) return [{ layer: BOTTOM, ...meanEstimate(last) }, ...own.reverse()]
  const below = all.find(({ name }) => name === server.below)
  const under = below && layersOf(below, all)
  // The server below is without its validation.
  const left = below?.variants[1]
  if (!under || !left) return null
  const rest = below.below === null ? REST : `${server.displayName} itself`
  const kept = under.filter(({ layer }) => layer !== left.layer)
  return [...kept, { layer: rest, ...medianDifference(last, left.instructions) }, ...own.reverse()]
}

/** Returns the ratio of a server's mean cost to that of the bottom layer. */
export function timesBottom({ whole, layers }: ServerLayers): number {
  return whole.value / statistics.sum(layers.filter(({ layer }) => layer === BOTTOM).map(({ value }) => value))
}
