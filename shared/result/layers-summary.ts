/** What follows from servers that were measured layer by layer: what each layer costs, down to `node:http`. */
import * as statistics from 'simple-statistics'
import type { Cost, CostMeasure, LayeredServer } from './cost.ts'
import { differenceOf, type Estimate, meanOf } from './cost-summary.ts'

/** What is left at the bottom: `node:http`, and update-user's work without validation. */
export const BOTTOM = 'node:http'
/** What a framework costs that has no layer left: its routing, and all else that it does for a request. */
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
export function serverLayers({ servers }: Pick<Cost, 'servers'>, measure: CostMeasure): ServerLayers[] {
  const measured = servers.filter(
    ({ refusal, variants }) =>
      refusal === null && variants.length > 1 && variants.every((each) => each[measure].length > 0),
  )
  return measured
    .flatMap((server) => {
      const layers = layersOf(server, measured, measure)
      return layers ? [{ server, layers, whole: meanOf(server.variants[0]?.[measure] ?? []) }] : []
    })
    .sort((a, b) => a.whole.value - b.whole.value)
}

/** From the bottom up; null where what the server stands on was not measured. */
function layersOf(server: LayeredServer, all: readonly LayeredServer[], measure: CostMeasure): LayerCost[] | null {
  const { variants, anchor } = server
  const isPaired = measure === 'microseconds'
  const own = variants.slice(1).map(({ layer, ...costs }, i): LayerCost => {
    return { layer: layer ?? '', ...differenceOf(variants[i]?.[measure] ?? [], costs[measure], isPaired) }
  })
  const last = variants.at(-1)?.[measure] ?? []
  if (server.below === null) return [{ layer: BOTTOM, ...meanOf(last) }, ...own.reverse()]
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
  const ends = low === undefined || high === undefined ? {} : { low: low * share, high: high * share }
  return { layer, value: value * share, ...ends }
}

/** How many times the bottom a server costs: its mean over that of what is left without validation. */
export function timesBottom({ whole, layers }: ServerLayers): number {
  return whole.value / statistics.sum(layers.filter(({ layer }) => layer === BOTTOM).map(({ value }) => value))
}
