/** README's picture of the report: the heat map that it opens with, of frameworks only. */
import * as Plot from '@observablehq/plot'
import { acceptsInvalid, CAVEATS } from '../../shared/results/caveats.ts'
import type { Published } from '../../shared/results/published.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { borneText } from '../../shared/stats/claims.ts'
import type { Estimate } from '../../shared/stats/estimate.ts'
import { type Drawing, renderSvg } from '../draw/frame.ts'
import { type Picture, pictureOf } from '../draw/pictures.ts'
import { bestFirst } from '../draw/rows.ts'
import { isFrameworkName } from '../draw/short-list.ts'
import type { ThemeName } from '../draw/theme.ts'
import { HEAT, heatOf } from '../report/heat.ts'
import { REPORT_PATH } from '../text/paths.ts'

interface Cell {
  server: string
  scenario: string
  ratio: number
  estimate: Estimate
}

const { mark: MARK } = CAVEATS['accepts-invalid']

/** px */
const NAMES = 104
const ROW = 20

const SUBTITLE =
  'Requests/s relative to bare node:http, by scenario. Blue is more, orange fewer; the scale is logarithmic.'

/** Returns the picture of the frameworks of the first scenario; null without any. */
export function heatMap(published: readonly Published[]): Picture | null {
  const cells = cellsOf(published)
  const ranked = cells.filter(({ server }) => !server.endsWith(MARK))
  const spans = [...Map.groupBy(ranked, ({ server }) => server)].flatMap(([server, own]) => {
    const sorted = own.toSorted((a, b) => a.ratio - b.ratio)
    const [least, most] = [sorted.at(0), sorted.at(-1)]
    return least && most ? { server, least, most } : []
  })
  const [widest] = spans.toSorted(
    (a, b) => b.most.ratio / b.least.ratio - a.most.ratio / a.least.ratio,
  )
  const baseline = published[0]?.result.baseline
  if (!widest) return null
  const title = `${widest.server} handles ${borneText(widest.least.estimate)} to ${borneText(widest.most.estimate)} times the requests of ${baseline}, depending on the work`
  return pictureOf(REPORT_PATH, 'heat-map', title, (theme) => draw(title, cells, theme))
}

/** Returns figures of the scenarios that at least half of the frameworks have. */
function cellsOf(published: readonly Published[]): Cell[] {
  const [first] = published
  const frameworks = first
    ? bestFirst(first.result).filter(({ name, summary }) => isFrameworkName(name) && summary)
    : []
  const ratioIn = ({ result }: Published, framework: string) =>
    result.servers.find(({ name }) => name === framework)?.summary?.ratioToBaseline ?? undefined
  const most = published.filter(
    (each) =>
      2 * frameworks.filter(({ name }) => ratioIn(each, name) !== undefined).length >=
      frameworks.length,
  )
  return frameworks.flatMap(({ name, displayName, summary }) =>
    most.flatMap((each) => {
      const { result } = each
      const ratio = ratioIn(each, name)
      const scenario = scenarios.get(result.scenario)?.title ?? result.scenario
      const server = summary && acceptsInvalid(summary) ? `${displayName} ${MARK}` : displayName
      return ratio
        ? [{ server, scenario, ratio: ratio.ratio, estimate: { ...ratio, value: ratio.ratio } }]
        : []
    }),
  )
}

function draw(title: string, cells: readonly Cell[], theme: ThemeName): string {
  const servers = [...new Set(cells.map(({ server }) => server))]
  const heads = [...scenarios.values()].map((scenario) => scenario.title)
  const place = { x: 'scenario', y: 'server' }
  const hasMark = servers.some((server) => server.endsWith(MARK))
  const drawing: Drawing = {
    title,
    subtitle: hasMark ? `${SUBTITLE} ${MARK} accepts invalid data.` : SUBTITLE,
    height: servers.length * ROW,
    marginTop: 38,
    marginLeft: NAMES,
    x: {
      domain: heads.filter((head) => cells.some(({ scenario }) => scenario === head)),
      padding: 0.02,
    },
    y: { domain: servers, padding: 0.05 },
    opacity: { type: 'identity' },
    marks: [
      Plot.axisX({
        anchor: 'top',
        label: null,
        tickSize: 0,
        tickFormat: (head: string) => head.replaceAll(' ', '\n'),
      }),
      Plot.axisY({ label: null, tickSize: 0 }),
      Plot.cell(cells, {
        ...place,
        fill: ({ ratio }: Cell) => HEAT[theme][heatOf(ratio).side],
        fillOpacity: ({ ratio }: Cell) => heatOf(ratio).share,
      }),
      Plot.text(cells, { ...place, text: ({ ratio }: Cell) => ratio.toFixed(2) }),
    ],
  }
  return renderSvg(drawing, [], theme)
}
