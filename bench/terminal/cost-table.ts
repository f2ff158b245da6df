/** The tables of the cost ladder that a terminal shows: one for each measure. */
import { textTable } from '../../shared/basics/text-table.ts'
import { COST_MEASURES, COST_STEPS, type CostMeasure, type UnsealedCost } from '../../shared/result/cost.ts'
import { type Estimate, idleValidators, isNothing, libraryCosts } from '../../shared/result/cost-summary.ts'
import { intervalText } from '../../shared/result/interval-text.ts'
import { serverLayers, timesBottom } from '../../shared/result/layers-summary.ts'

const TITLES: Record<CostMeasure, string> = {
  instructions: 'Instructions a request, in user space',
  microseconds: 'CPU time a request in µs',
}

/** A row a library; `~` stands at what can't be told from nothing. Then who was refused, and who seems to do nothing. */
export function costTable(cost: UnsealedCost): string {
  const tables = COST_MEASURES.flatMap((measure) => {
    const costs = libraryCosts(cost, measure)
    if (costs.length === 0) return []
    const head = ['library', ...COST_STEPS, 'sum', 'server', 'last rung / server']
    const rows = costs.map(({ library, steps, sum, server, share }) => [
      library.library,
      ...steps.map((step) => figure(step, measure)),
      digits(sum, measure),
      server ? digits(server.value, measure) : '',
      share ? share.value.toFixed(3) : '',
    ])
    return [`${TITLES[measure]}, ± half of a 95% interval`, textTable(head, rows, ['left', 'right'])]
  })
  const refused = [
    ...cost.libraries.map(({ library, refusal }) => ({ name: library, refusal })),
    ...cost.servers,
  ].flatMap(({ name, refusal }) => (refusal === null ? [] : [`${name}: refused: ${refusal}`]))
  const idle = idleValidators([cost]).map((name) => `${name}: validation costs nothing: does it do anything?`)
  return [...tables, ...COST_MEASURES.flatMap((measure) => layersTable(cost, measure)), ...refused, ...idle].join('\n')
}

/** A row for each layer of each server, from the bottom up. */
function layersTable(cost: UnsealedCost, measure: CostMeasure): string[] {
  const servers = serverLayers(cost, measure)
  if (servers.length === 0) return []
  const rows = servers.flatMap((each) => [
    [each.server.name, `whole: × ${timesBottom(each).toFixed(2)}`, figure(each.whole, measure)],
    ...each.layers.map((layer) => ['', layer.layer, figure(layer, measure)]),
  ])
  return [
    `${TITLES[measure]}, ± half of a 95% interval`,
    textTable(['server', 'layer', 'cost'], rows, ['left', 'left', 'right']),
  ]
}

function figure(step: Estimate, measure: CostMeasure): string {
  const interval = intervalText(step, (value) => digits(value, measure))
  return `${isNothing(step) ? '~ ' : ''}${digits(step.value, measure)} ${interval}`.trim()
}

function digits(value: number, measure: CostMeasure): string {
  return measure === 'instructions' ? String(Math.round(value)) : value.toFixed(2)
}
