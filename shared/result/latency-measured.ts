/** What is known of an open loop while it is measured: of each slice the whole histogram, of which a file keeps less. */
import * as hdr from 'hdr-histogram-js'
import {
  type LatencyPoint,
  type LatencyProcess,
  type OpenSlice,
  SHOWN_QUANTILES,
  type ShownQuantile,
} from './latency.ts'
import { type Latencies, mergeHistograms, quantileOf } from './latency-histogram.ts'

/** Both histograms are compressed ones of µs. */
export interface MeasuredSlice extends OpenSlice {
  /** Of the completed requests, from instant to whole answer. */
  latency: string
  /** The same without all that may be the generator's own. */
  least: string
}

export interface MeasuredProcess extends Omit<LatencyProcess, 'quantiles' | 'slices'> {
  slices: MeasuredSlice[]
}

export interface MeasuredPoint extends Omit<LatencyPoint, 'latency' | 'least' | 'processes'> {
  processes: MeasuredProcess[]
}

/** Of several slices, at least one. @param which all of each latency, or what of it is not the generator's own for certain */
export function latenciesOf(
  slices: readonly Pick<MeasuredSlice, 'latency' | 'least' | 'failed' | 'unsent'>[],
  which: 'latency' | 'least' = 'latency',
): Latencies {
  const endless = slices.reduce((sum, { failed, unsent }) => sum + failed + unsent, 0)
  return { histogram: mergeHistograms(slices.map((slice) => slice[which])), endless }
}

/** The point as a file has it: the histograms of all its slices in one, and of each process its quantiles. */
export function packPoint({ processes, ...point }: MeasuredPoint): LatencyPoint {
  const slices = processes.flatMap((process) => process.slices)
  const merged = (texts: readonly string[]) =>
    texts.length === 0 ? null : hdr.encodeIntoCompressedBase64(mergeHistograms(texts))
  return {
    ...point,
    latency: merged(slices.map(({ latency }) => latency)),
    least: merged(slices.map(({ least }) => least)),
    processes: processes.map((process) => ({
      ...process,
      quantiles: quantilesOf(process.slices),
      slices: process.slices.map(({ latency: _, least: __, ...slice }) => slice),
    })),
  }
}

function quantilesOf(slices: readonly MeasuredSlice[]): LatencyProcess['quantiles'] {
  if (slices.length === 0) return null
  const latencies = latenciesOf(slices)
  const entries = Object.entries(SHOWN_QUANTILES).map(([name, share]) => [name, quantileOf(latencies, share)])
  return Object.fromEntries(entries) as Record<ShownQuantile, number | null>
}
