/** The part of the cost page on frameworks, layer by layer, made from stored files. */
import { COST_MEASURES, type CostMeasure, type PublishedCosts, type StoredCost } from '../../shared/result/cost.ts'
import { type Estimate, isNothing } from '../../shared/result/cost-summary.ts'
import { intervalText } from '../../shared/result/interval-text.ts'
import { type ServerLayers, serverLayers, timesBottom } from '../../shared/result/layers-summary.ts'
import type { ThemeName } from '../drawing/theme.ts'
import { costConditions, costFigure, unsettledTexts } from '../specs/cost.ts'
import { drawLayers, LAYERS_TITLES, layersPicture } from '../specs/layers.ts'
import { blocks, inline, list, picture, table } from '../text/markdown.ts'
import { ticksRemarks } from './ticks.ts'

const themeNames: ThemeName[] = ['light', 'dark']
const UNITS: Record<CostMeasure, string> = { instructions: 'instructions', microseconds: 'µs of CPU time' }

/** Charts by path from the repository's root. */
export async function layersPictures(published: PublishedCosts): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const { measure, cost } of storedOf(published)) {
    for (const theme of themeNames) files.set(layersPicture(measure, theme), await drawLayers(cost, measure, theme))
  }
  return files
}

/** Measures of which there is something to show. */
function storedOf(published: PublishedCosts): (StoredCost & { measure: CostMeasure })[] {
  return COST_MEASURES.flatMap((measure) => {
    const stored = published[measure]
    return stored && serverLayers(stored.cost, measure).length > 0 ? [{ ...stored, measure }] : []
  })
}

/** Nothing where nothing was measured. */
export function layersText(published: PublishedCosts, link: (target: string) => string): string {
  const stored = storedOf(published)
  if (stored.length === 0) return ''
  const refused = new Set(
    stored.flatMap(({ cost }) =>
      cost.servers.flatMap(({ displayName, refusal }) =>
        refusal === null ? [] : [`${inline(displayName)}: refused: ${inline(refusal)}`],
      ),
    ),
  )
  return blocks(
    '## Frameworks, layer by layer',
    'Each server as its framework’s documentation composes it, one layer taken away after the other, or replaced by the bare way that `http-node` has. Without validation every variant still must answer all valid calls rightly, and refuse malformed JSON. What is left of a framework then is called routing: that, and its objects for request and response. At the bottom is `http-node` without its validation, under Nest all of Express without. A layer that costs less than nothing is one whose replacement costs more.',
    ...stored.map(({ measure, cost, path }) => {
      const rows = serverLayers(cost, measure)
      const alt = `${LAYERS_TITLES[measure]}: ${rows.map(({ server, whole }) => `${server.displayName} ${costFigure(whole.value, measure)}`).join(', ')}`
      return blocks(
        picture(link(layersPicture(measure, 'light')), link(layersPicture(measure, 'dark')), alt),
        layersTable(rows, measure),
        list([
          ...costConditions(cost, measure).map(inline),
          ...unsettledTexts(cost, measure).map(inline),
          ...ticksRemarks(cost, link),
          `All of it: [\`${path}\`](${link(path)})`,
        ]),
      )
    }),
    list([...refused]),
  )
}

/**
 * One server's layers, a line for each measure, from the bottom up.
 * @param page the page that explains them, from where the lines stand
 * @returns Markdown; nothing where it was not measured so
 */
export function layersLines(published: PublishedCosts, name: string, page: string): string {
  const lines = storedOf(published).flatMap(({ cost, measure }) => {
    const own = serverLayers(cost, measure).find(({ server }) => server.name === name)
    if (!own) return []
    const layers = own.layers.map((layer) => {
      const value = `${isNothing(layer) ? '~ ' : ''}${costFigure(layer.value, measure)}`
      return `${inline(layer.layer)} ${value}`
    })
    return [`In ${UNITS[measure]}: ${layers.join(', ')}; the whole ${costFigure(own.whole.value, measure)}`]
  })
  return lines.length > 0
    ? blocks(`[Layer by layer](${page}), each taken away after the one above it:`, list(lines))
    : ''
}

/** A row for each layer of each server, from the bottom up. */
function layersTable(rows: readonly ServerLayers[], measure: CostMeasure): string {
  const header = ['server', 'layer', UNITS[measure], '±', 'of the whole']
  const cells = rows.flatMap((each) => {
    const { server, layers, whole } = each
    const name = [server.displayName, server.version].filter(Boolean).join(' ')
    return [
      [
        inline(name),
        `whole: × ${timesBottom(each).toFixed(2)} of node:http`,
        costFigure(whole.value, measure),
        spreadText(whole, measure),
        '',
      ],
      ...layers.map((layer) => [
        '',
        inline(layer.layer),
        `${isNothing(layer) ? '~ ' : ''}${costFigure(layer.value, measure)}`,
        spreadText(layer, measure),
        `${((layer.value / whole.value) * 100).toFixed(0)}%`,
      ]),
    ]
  })
  return table(header, cells, ['left', 'left', 'right', 'right', 'right'])
}

const spreadText = (estimate: Estimate, measure: CostMeasure) =>
  intervalText(estimate, (value) => costFigure(value, measure)).replace('±', '')
