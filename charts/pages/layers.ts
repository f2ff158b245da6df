/** The page of frameworks layer by layer, and its charts, made from stored files. */
import type { Estimate } from '../../shared/result/intervals.ts'
import { type Layers, MEASURES, type Measure, type PublishedLayers } from '../../shared/result/layers.ts'
import {
  intervalText,
  nothingMark,
  type ServerLayers,
  serverLayers,
  timesBottom,
} from '../../shared/result/layers-summary.ts'
import { drawLayers, LAYERS_TITLES, layersConditions, layersFigure } from '../specs/layers.ts'
import { blocks, inline, list, table } from '../text/markdown.ts'
import { LAYERS_PATH, linkFrom } from '../text/paths.ts'
import { drawAll, type Picture, pictureOf, pictureText } from './pictures.ts'

const link = linkFrom(LAYERS_PATH)

const HEADINGS: Record<Measure, string> = { instructions: 'In instructions', microseconds: 'In CPU time' }
const UNITS: Record<Measure, string> = { instructions: 'instructions', microseconds: 'µs of CPU time' }

interface Shown {
  measure: Measure
  layers: Layers
  path: string
  rows: ServerLayers[]
}

/** Measures of which there is something to show. */
function shownOf(published: PublishedLayers): Shown[] {
  return MEASURES.flatMap((measure) => {
    const stored = published[measure]
    const rows = stored ? serverLayers(stored.file, measure) : []
    return stored && rows.length > 0 ? [{ measure, layers: stored.file, path: stored.path, rows }] : []
  })
}

/** Contents by path from the repository's root: the page and its charts, or nothing. Nothing is read or written. */
export async function layersPages(published: PublishedLayers): Promise<Map<string, string>> {
  const shown = shownOf(published)
  if (shown.length === 0) return new Map()
  return new Map([[LAYERS_PATH, layersPage(shown)], ...(await drawAll(shown.map(chartOf)))])
}

function chartOf({ measure, layers, rows }: Shown): Picture {
  const wholes = rows.map(({ server, whole }) => `${server.displayName} ${layersFigure(whole.value, measure)}`)
  const alt = `${LAYERS_TITLES[measure]}: ${wholes.join(', ')}`
  return pictureOf(LAYERS_PATH, measure, alt, (theme) => drawLayers(layers, measure, theme))
}

function layersPage(shown: readonly Shown[]): string {
  const refused = shown.flatMap(({ layers }) =>
    layers.servers.flatMap(({ displayName, refusal }) =>
      refusal === null ? [] : [`${inline(displayName)}: refused: ${inline(refusal)}`],
    ),
  )
  return `${blocks(
    '# Frameworks, layer by layer',
    `What each layer of a framework costs in \`update-user\`: each server as its framework’s documentation composes it, with one layer after the other taken away, or replaced by the bare way that \`http-node\` has. What is left of a framework is called routing: that, and its objects for request and response. At the bottom is \`http-node\` without its validation, under Nest all of Express without. A layer below zero is one whose replacement costs more. [The method](${link('docs/layers.md')}) says how it is measured. \`npm run bench -- layers\` measures it here.`,
    ...shown.map((each) => {
      const { measure, layers, path, rows } = each
      const unsettled = measure === 'microseconds' ? layers.timing?.unsettled : null
      return blocks(
        `## ${HEADINGS[measure]}`,
        pictureText(chartOf(each), LAYERS_PATH),
        'Per request; ± is half of a 95% interval over the processes of this run, and `~` stands at what can’t be told from nothing.',
        layersTable(rows, measure),
        list([
          ...layersConditions(layers, measure).map(inline),
          ...(unsettled?.length
            ? [
                `Still cost less from slice to slice after the longest warm-up, in one process or more: ${inline(unsettled.join(', '))}`,
              ]
            : []),
          `All of it: [\`${path}\`](${link(path)})`,
        ]),
      )
    }),
    list([...new Set(refused)]),
  )}\n`
}

/** A row for each layer of each server, from the bottom up. */
function layersTable(rows: readonly ServerLayers[], measure: Measure): string {
  const header = ['server', 'layer', UNITS[measure], '±', 'of the whole']
  const spread = (estimate: Estimate) =>
    intervalText(estimate, (value) => layersFigure(value, measure)).replace('±', '')
  const cells = rows.flatMap((each) => {
    const { server, layers, whole } = each
    const name = [server.displayName, server.version].filter(Boolean).join(' ')
    return [
      [
        inline(name),
        `whole: × ${timesBottom(each).toFixed(2)} of node:http`,
        layersFigure(whole.value, measure),
        spread(whole),
        '',
      ],
      ...layers.map((layer) => [
        '',
        inline(layer.layer),
        `${nothingMark(layer)}${layersFigure(layer.value, measure)}`,
        spread(layer),
        `${((layer.value / whole.value) * 100).toFixed(0)}%`,
      ]),
    ]
  })
  return table(header, cells, ['left', 'left', 'right', 'right', 'right'])
}
