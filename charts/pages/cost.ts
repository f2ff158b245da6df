/** The page of the cost ladder: what each step of update-user costs, library by library, made from one stored file. */
import { posix } from 'node:path'
import {
  COST_MEASURES,
  COST_STEPS,
  type CostMeasure,
  type PublishedCosts,
  type StoredCost,
} from '../../shared/result/cost.ts'
import { type Estimate, idleValidators, isNothing, type LibraryCost } from '../../shared/result/cost-summary.ts'
import { intervalText } from '../../shared/result/interval-text.ts'
import type { ThemeName } from '../drawing/theme.ts'
import {
  COST_FOLDER,
  COST_TITLES,
  costConditions,
  costFigure,
  costPicture,
  costRows,
  drawCost,
  unsettledTexts,
} from '../specs/cost.ts'
import { blocks, inline, list, picture, table } from '../text/markdown.ts'
import { layersPictures, layersText } from './layers.ts'
import { ticksRemarks } from './ticks.ts'

/** From the repository's root. */
export const COST_PATH = `${COST_FOLDER}/README.md`

const themeNames: ThemeName[] = ['light', 'dark']
const HEADINGS: Record<CostMeasure, string> = { instructions: 'In instructions', microseconds: 'In CPU time' }
const UNITS: Record<CostMeasure, string> = {
  instructions: 'Instructions a request in user space',
  microseconds: 'µs of CPU time a request, user and system',
}

/** What is published of both: the ladder, and the layers of frameworks. */
export interface PublishedCostPages {
  ladder: PublishedCosts
  layers: PublishedCosts
  /** Server folders that have steps today: those that no ladder holds are named. */
  folders?: readonly string[]
}

const none: PublishedCosts = { instructions: null, microseconds: null }

export const NO_COSTS: PublishedCostPages = { ladder: none, layers: none }

/** Contents by path from the repository's root: the page and its charts, or nothing. Nothing is read or written. */
export async function costPages({ ladder, layers, folders }: PublishedCostPages): Promise<Map<string, string>> {
  const stored = storedOf(ladder)
  const files = await layersPictures(layers)
  if (stored.length > 0 || files.size > 0) files.set(COST_PATH, costPage(stored, layers, folders ?? []))
  for (const { measure, cost } of stored) {
    for (const theme of themeNames) files.set(costPicture(measure, theme), await drawCost(cost, measure, theme))
  }
  return files
}

interface Measured extends StoredCost {
  measure: CostMeasure
}

/** Measures that have a ladder to show. */
function storedOf(published: PublishedCosts): Measured[] {
  return COST_MEASURES.flatMap((measure) => {
    const stored = published[measure]
    return stored && costRows(stored.cost, measure).length > 0 ? [{ ...stored, measure }] : []
  })
}

function costPage(stored: readonly Measured[], layers: PublishedCosts, folders: readonly string[]): string {
  const link = (target: string) => posix.relative(COST_FOLDER, target)
  const costs = [...new Set(stored.map(({ cost }) => cost))]
  const refused = costs.flatMap(({ libraries }) =>
    libraries.flatMap(({ library, refusal }) =>
      refusal === null ? [] : [`${inline(library)}: refused: ${inline(refusal)}`],
    ),
  )
  const missing = costs.flatMap(({ notInstalled }) => notInstalled.map(({ name }) => name))
  const idle = idleValidators(costs).map(
    (name) => `**${inline(name)}**: its validation costs nothing that can be told from zero: does it do anything?`,
  )
  return `${blocks(
    '# What each step of a request costs',
    `\`update-user\` on bare \`node:http\`, taken to pieces: every rung is the one before it and one step more, and what it adds is that step’s cost. [METHODOLOGY](${link('METHODOLOGY.md')}#what-each-step-costs) says how it is measured, and what it is not. \`npm run bench -- cost\` measures it here.`,
    ...stored.map((each) => measureText(each, link)),
    wholeText(stored),
    list([
      ...idle,
      ...new Set(refused),
      ...[...new Set(missing)].map((name) => `${inline(name)}: not installed, so not measured`),
      ...stored.flatMap((each) => laterText(each, folders)),
    ]),
    layersText(layers, link),
  )}\n`
}

/** Names those that have steps and are not in the ladder at all. */
function laterText({ cost: { libraries, notInstalled }, measure }: Measured, folders: readonly string[]): string[] {
  const held = new Set([...libraries.map(({ folder }) => folder), ...notInstalled.map(({ name }) => name)])
  const later = folders.filter((folder) => !held.has(folder)).map(inline)
  return later.length === 0
    ? []
    : [`${later.join(', ')}: not in the ladder of ${NAMES[measure]}, which was measured without`]
}

function measureText({ cost, measure, path }: Measured, link: (target: string) => string): string {
  const rows = costRows(cost, measure)
  const [least, most] = [rows[0], rows.at(-1)]
  if (!least || !most) return ''
  const alt = `${COST_TITLES[measure]}: ${least.library.library} ${costFigure(least.sum, measure)}, … ${most.library.library} ${costFigure(most.sum, measure)}`
  return blocks(
    `## ${HEADINGS[measure]}`,
    picture(link(costPicture(measure, 'light')), link(costPicture(measure, 'dark')), alt),
    `${UNITS[measure]} that each step adds; ± is half of a 95% interval over the processes of this run, its ends stand where it is lopsided, and \`~\` stands at what can’t be told from nothing. What the same work costs more or less in another program is not in it: [that](#whether-the-parts-make-the-whole) is larger than some steps.`,
    stepsTable(rows, measure),
    list([
      ...costConditions(cost, measure).map(inline),
      ...unsettledTexts(cost, measure).map(inline),
      ...ticksRemarks(cost, link),
      `All of it: [\`${path}\`](${link(path)})`,
    ]),
  )
}

/** A row a library, the least sum first. */
function stepsTable(rows: readonly LibraryCost[], measure: CostMeasure): string {
  const header = ['library', ...COST_STEPS, 'sum']
  return table(
    header,
    rows.map(({ library, steps, sum }) => [
      inline([library.library, library.version].filter(Boolean).join(' ')),
      ...steps.map((step) => stepCell(step, measure)),
      costFigure(sum, measure),
    ]),
    header.map((_, column) => (column === 0 ? 'left' : 'right')),
  )
}

function stepCell(step: Estimate, measure: CostMeasure): string {
  const interval = intervalText(step, (value) => costFigure(value, measure))
  const shown = interval.startsWith('±') || interval === '' ? interval : `(${interval})`
  return `${isNothing(step) ? '~ ' : ''}${costFigure(step.value, measure)} ${shown}`.trim()
}

/** A row a library whose server does the same: what the last rung costs, over what the whole server does. */
function wholeText(stored: readonly Measured[]): string {
  const measured = stored.map(({ cost, measure }) => ({ measure, rows: costRows(cost, measure) }))
  const having = measured.flatMap(({ rows }) => rows.filter(({ share }) => share).map(({ library }) => library))
  if (having.length === 0) return ''
  const libraries = [...new Map(having.map((each) => [each.library, each])).values()]
  const shares = measured.map(({ measure }) => `last rung / server, ${NAMES[measure]}`)
  const header = ['library', 'server', 'on bare node:http', ...shares]
  const rows = libraries.map(({ library, server }) => [
    inline(library),
    inline(server?.displayName ?? ''),
    server?.bare ? 'yes' : 'no',
    ...measured.map(({ rows: costs }) =>
      shareCell(costs.find((each) => each.library.library === library)?.share ?? null),
    ),
  ])
  return blocks(
    '## Whether the parts make the whole',
    'The last rung does all that `update-user` asks; beside it stands the server of this repository that does so by the same library. On bare `node:http` both should cost the same. Where the server is a framework’s, what is missing to 1 is the framework’s own: routing, its objects for request and response, its headers.',
    table(
      header,
      rows,
      header.map((_, column) => (column < 3 ? 'left' : 'right')),
    ),
    furthestText(measured),
  )
}

/** How far the parts of bare servers are from the whole, in each measure the furthest; nothing where none is bare. */
function furthestText(measured: readonly { measure: CostMeasure; rows: readonly LibraryCost[] }[]): string {
  const furthest = measured.flatMap(({ measure, rows }) => {
    const [first] = rows
      .flatMap(({ library, share, sum }) =>
        library.server?.bare && share
          ? [{ library, off: share.value - 1, difference: Math.abs(sum - sum / share.value) }]
          : [],
      )
      .sort((a, b) => Math.abs(b.off) - Math.abs(a.off))
    if (!first) return []
    const percent = `${Math.abs(first.off * 100).toFixed(1)}% ${first.off < 0 ? 'less' : 'more'}`
    const difference = `${costFigure(first.difference, measure)}${measure === 'microseconds' ? ' µs' : ''}`
    return [`in ${NAMES[measure]} ${percent} (${inline(first.library.library)}: ${difference})`]
  })
  if (furthest.length === 0) return ''
  return `The furthest of those on bare \`node:http\`: the rungs cost ${furthest.join(', ')}. No step is surer than that: the same work in another program is compiled apart.`
}

const NAMES: Record<CostMeasure, string> = { instructions: 'instructions', microseconds: 'CPU time' }

function shareCell(share: Estimate | null): string {
  if (!share) return ''
  const { value, low, high } = share
  return low === undefined || high === undefined
    ? value.toFixed(3)
    : `${value.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`
}
