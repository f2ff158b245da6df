/** The tables of layers that a terminal shows: one for each measure. */
import { textTable } from '../../shared/basics/text-table.ts'
import type { Estimate } from '../../shared/result/intervals.ts'
import { MEASURES, type Measure, type UnsealedLayers } from '../../shared/result/layers.ts'
import { intervalText, nothingMark, serverLayers, timesBottom } from '../../shared/result/layers-summary.ts'

const TITLES: Record<Measure, string> = {
  instructions: 'Instructions per request, in user space',
  microseconds: 'CPU time per request in µs',
}

/** A row for each layer of each server, from the bottom up; `~` stands at what can't be told from nothing. Then who was refused. */
export function layersTable(layers: UnsealedLayers): string {
  const tables = MEASURES.flatMap((measure) => {
    const servers = serverLayers(layers, measure)
    if (servers.length === 0) return []
    const figure = (estimate: Estimate) => {
      const digits = (value: number) => (measure === 'instructions' ? String(Math.round(value)) : value.toFixed(2))
      return `${nothingMark(estimate)}${digits(estimate.value)} ${intervalText(estimate, digits)}`.trim()
    }
    const rows = servers.flatMap((each) => [
      [each.server.name, `whole: × ${timesBottom(each).toFixed(2)}`, figure(each.whole)],
      ...each.layers.map((layer) => ['', layer.layer, figure(layer)]),
    ])
    return [
      `${TITLES[measure]}, ± half of a 95% interval`,
      textTable(['server', 'layer', 'cost'], rows, ['left', 'left', 'right']),
    ]
  })
  const refused = layers.servers.flatMap(({ name, refusal }) =>
    refusal === null ? [] : [`${name}: refused: ${refusal}`],
  )
  return [...tables, ...refused].join('\n')
}
