/** Cost of each layer of a framework, down to `node:http`, in instructions and CPU time. */
import { plural } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import type { Estimate } from '../../../shared/stats/intervals.ts'
import { estimateFigure } from '../../report/figures.ts'
import { placeLine } from '../../text/conditions.ts'
import { significant } from '../../text/numbers.ts'
import type { Column, Row } from '../columns.ts'
import { instrument } from '../instrument.ts'
import { FORMATS, layersChart } from './chart.ts'
import { type Layers, layersStore, layersToPublish, type Measure, measuresOf } from './format.ts'
import { serverLayers, timesBottom } from './summary.ts'

type File = Unsealed<Layers>

/** A layer of a server, or the whole server. */
interface LayerRow extends Row {
  layer: string
  costs: Partial<Record<Measure, { cost: Estimate; share: number | null; times: number | null }>>
}

const UNITS: Record<Measure, string> = { instructions: 'instructions', microseconds: 'µs of CPU time' }
const NOUNS: Record<Measure, string> = { instructions: 'instructions', microseconds: 'CPU time' }

const columnsOf = (measure: Measure): Column<LayerRow, File>[] => {
  const when = (file: File) => measuresOf(file).includes(measure)
  return [
    {
      ...{ title: UNITS[measure], key: measure, when, format: FORMATS[measure] },
      ...{ better: 'lower', interval: 'range', difference: true },
      value: ({ costs }) => costs[measure]?.cost ?? null,
    },
    {
      ...{ title: 'of the whole', key: `${measure}_percent`, when },
      format: (value) => `${value.toFixed(0)}%`,
      value: ({ costs }) => costs[measure]?.share ?? null,
    },
    {
      ...{ title: '× node:http', key: `${measure}_times`, when },
      format: (value) => value.toFixed(2),
      value: ({ costs }) => costs[measure]?.times ?? null,
    },
  ]
}

export default instrument<Layers, LayerRow>({
  name: 'layers',
  title: 'Frameworks, layer by layer',
  sentence: 'cost of each layer of a framework: routing, body parser, validation and so on',
  about:
    'Cost of each layer of a framework per request in `update-user`. Each server is composed as its framework’s documentation shows, then its layers are removed one after the other, or replaced by the code of `http-node`. What remains of a framework is called routing, and includes its request and response objects. At the bottom is `http-node` without validation; under Nest it is Express without validation. A negative layer costs less than its replacement. Intervals are over the processes of a run; `~` marks values that are not significant.',
  store: layersStore,
  published: layersToPublish,
  rows,
  partOf: ({ layer }) => layer,
  columns: [
    { title: 'layer', value: ({ layer }) => layer },
    ...columnsOf('instructions'),
    ...columnsOf('microseconds'),
  ],
  heading: (file) =>
    `In ${measuresOf(file)
      .map((measure) => NOUNS[measure])
      .join(' and ')}`,
  charts: (file) => measuresOf(file).map((measure) => layersChart(file, measure, conditions(file, [measure]))),
  notes({ timing }) {
    const unsettled = timing?.unsettled ?? []
    return unsettled.length > 0
      ? [`Still getting faster after the longest warm-up, in one or more processes: ${unsettled.join(', ')}`]
      : []
  },
  conditions,
  panels: (file, server) =>
    measuresOf(file).flatMap((measure) => {
      const own = serverLayers(file, measure).find((each) => each.server.name === server)
      if (!own) return []
      const unit = measure === 'instructions' ? 'instructions' : 'µs'
      return [
        {
          title: `Layer by layer, in ${unit}`,
          text: `Taken away one after the other. The whole server: ${significant(own.whole.value, 4)} ${unit} per request.`,
          noun: 'layer',
          unit,
          parts: own.layers.map(({ layer, ...cost }) => ({ name: layer, figure: estimateFigure(cost) })),
        },
      ]
    }),
})

/** Returns each server and its layers from the bottom up; the cheapest server first. */
function rows(file: File): LayerRow[] {
  const measured = measuresOf(file).map((measure) => ({ measure, all: serverLayers(file, measure) }))
  return (measured[0]?.all ?? []).flatMap(({ server, layers }) => {
    const costsOf = (place: number | null) =>
      Object.fromEntries(
        measured.flatMap(({ measure, all }) => {
          const own = all.find((each) => each.server === server)
          const cost = place === null ? own?.whole : own?.layers[place]
          if (!own || !cost) return []
          const isWhole = place === null
          const share = isWhole ? null : (100 * cost.value) / own.whole.value
          return [[measure, { cost, share, times: isWhole ? timesBottom(own) : null }]]
        }),
      )
    const { name, version } = server
    const displayName = [server.displayName, version].filter(Boolean).join(' ')
    const head = { name, displayName, version, runtime: 'node', runtimeVersion: file.environment.runtimes.node ?? '' }
    return [
      { ...head, layer: 'whole', costs: costsOf(null) },
      ...layers.map(({ layer }, place) => ({ ...head, layer, costs: costsOf(place) })),
    ]
  })
}

function conditions(file: File, measures = measuresOf(file)): string[] {
  const { processes, seed, counting, timing } = file
  const each = `${plural(processes, 'process', 'processes')} each`
  const counted = counting && [
    `counted by ${counting.counter} (${counting.counterVersion})`,
    `${each} × ${significant(counting.requests, 3)} requests, one at a time on one connection`,
  ]
  const timed = timing && [
    `loaded by the suite’s busy-polling generator: ${timing.connections} connections × 1`,
    `${each} × ${plural(timing.slices, 'slice')} of ${timing.sliceSeconds} s, interleaved in random order`,
    `after a warm-up of ${plural(timing.warmUpSlices, 'slice')}${timing.longestWarmUp > timing.warmUpSlices ? `, and up to ${timing.longestWarmUp} while the cost per request decreases` : ''}`,
  ]
  const how = { instructions: counted, microseconds: timed }
  return [
    placeLine(file, false),
    ...measures.map((measure) =>
      [...(how[measure] ?? []), 'nextTick map pinned', 'processes in random order', `seed ${seed}`].join(' · '),
    ),
  ]
}
