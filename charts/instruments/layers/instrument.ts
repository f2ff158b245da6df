/** Cost of each layer of a framework, down to `node:http`, in instructions. */
import { grouped } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import type { Estimate } from '../../../shared/stats/intervals.ts'
import { placeLine } from '../../text/conditions.ts'
import type { Row } from '../columns.ts'
import { countingText } from '../counting-text.ts'
import { instrument } from '../instrument.ts'
import { layersChart } from './chart.ts'
import { type Layers, layersStore } from './format.ts'
import { serverLayers, timesBottom } from './summary.ts'

type File = Unsealed<Layers>

/** A layer of a server, or the whole server. */
interface LayerRow extends Row {
  layer: string
  cost: Estimate
  /** Percent of the whole; null for the whole itself. */
  share: number | null
  /** Cost relative to `node:http`; null for a layer. */
  times: number | null
}

const conditions = (file: File) => [placeLine(file, false), countingText(file)]

export default instrument<Layers, LayerRow>({
  name: 'layers',
  title: 'Frameworks, layer by layer',
  sentence: 'cost of each layer of a framework: routing, body parser, validation and so on',
  about:
    'Instructions of each layer of a framework per request in `update-user`. Each server is composed as its framework’s documentation shows, then its layers are removed one after the other, or replaced by the code of `http-node`. What remains of a framework is called routing, and includes its request and response objects. At the bottom is `http-node` without validation; under Nest it is Express without validation. A negative layer costs less than its replacement. Intervals are over the processes of a run; `~` marks values that are not significant.',
  store: layersStore,
  rows,
  partOf: ({ layer }) => layer,
  columns: [
    { title: 'layer', value: ({ layer }) => layer },
    {
      ...{ title: 'instructions', better: 'lower', interval: 'range', difference: true },
      format: grouped,
      value: ({ cost }) => cost,
    },
    {
      ...{ title: 'of the whole, %', key: 'instructions_percent' },
      format: (value) => value.toFixed(0),
      value: ({ share }) => share,
    },
    {
      ...{ title: '× node:http', key: 'instructions_times' },
      format: (value) => value.toFixed(2),
      value: ({ times }) => times,
    },
  ],
  charts: (file) => [layersChart(file, conditions(file))],
  conditions,
})

/** Returns each server and its layers from the bottom up; the cheapest server first. */
function rows(file: File): LayerRow[] {
  return serverLayers(file).flatMap((each) => {
    const { server, layers, whole } = each
    const { name, version } = server
    const displayName = [server.displayName, version].filter(Boolean).join(' ')
    const head = { name, displayName, version, runtime: 'node', runtimeVersion: file.environment.runtimes.node ?? '' }
    return [
      { ...head, layer: 'whole', cost: whole, share: null, times: timesBottom(each) },
      ...layers.map(({ layer, ...cost }) => {
        return { ...head, layer, cost, share: (100 * cost.value) / whole.value, times: null }
      }),
    ]
  })
}
