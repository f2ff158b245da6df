/** README's picture of the report: the heat map that it opens with, of frameworks only. */
import * as Plot from '@observablehq/plot'
import { acceptsInvalid, CAVEATS } from '../../shared/results/caveats.ts'
import { comparedOf } from '../../shared/results/compared.ts'
import type { Published } from '../../shared/results/published.ts'
import { bestFirst } from '../../shared/results/summary.ts'
import { scenarios, titleOf } from '../../shared/scenarios/scenarios.ts'
import { roundedToInterval } from '../../shared/stats/claims.ts'
import type { Estimate } from '../../shared/stats/estimate.ts'
import { type Drawing, NARROW, renderSvg, WIDTH } from '../draw/frame.ts'
import { type Picture, pictureOf } from '../draw/pictures.ts'
import { isFrameworkName } from '../draw/short-list.ts'
import type { ThemeName } from '../draw/theme.ts'
import { HEAT, heatOf } from '../report/heat.ts'
import { REPORT_PATH } from '../text/paths.ts'

/** A ratio to the baseline. */
interface Cell extends Estimate {
  server: string
  isUnranked: boolean
  scenario: string
  isCompared: boolean
}

const { mark: MARK } = CAVEATS['accepts-invalid']

/** px */
const NAMES = 104
const ROW = 20

const SUBTITLE =
  'Requests/s relative to plain node:http, by scenario. Blue is more, orange is fewer; the scale is logarithmic.'

/** Returns the picture of the frameworks of the first scenario; null without any. */
export function heatMap(published: readonly Published[]): Picture | null {
  const cells = cellsOf(published)
  const compared = cells.filter(({ isCompared }) => isCompared)
  const rows = [...Map.groupBy(compared, ({ server }) => server).values()].map((row) =>
    row.toSorted((a, b) => a.value - b.value),
  )
  const factor = (row: readonly Cell[]) => (row.at(-1)?.value ?? 1) / (row[0]?.value ?? 1)
  const [widest = []] = rows.toSorted((a, b) => factor(b) - factor(a))
  const [least, most] = [widest[0], widest.at(-1)]
  if (!least || !most) return null
  const baseline = published[0]?.result.details.baseline
  const title = `${least.server} handles ${roundedToInterval(least)} to ${roundedToInterval(most)} times the requests of ${baseline}, depending on the work`
  return pictureOf(REPORT_PATH, 'heat-map', title, (theme, layout) =>
    draw(title, cells, theme, layout === 'narrow'),
  )
}

/** Returns figures of the scenarios that at least half of the frameworks have. */
function cellsOf(published: readonly Published[]): Cell[] {
  const frameworks = published
    .slice(0, 1)
    .flatMap(({ result }) =>
      bestFirst(result).filter(({ name, summary }) => isFrameworkName(name) && summary),
    )
  const ratioIn = ({ result }: Published, framework: string) =>
    result.subjects.find(({ name }) => name === framework)?.summary?.ratioToBaseline
  const compared = new Map(
    published.map((each) => [each, comparedOf(each.result).map((server) => server.name)]),
  )
  const widelyMeasured = published.filter(
    (each) => 2 * frameworks.filter(({ name }) => ratioIn(each, name)).length >= frameworks.length,
  )
  return frameworks.flatMap(({ name, displayName, summary }) =>
    widelyMeasured.flatMap((each) => {
      const ratio = ratioIn(each, name)
      const scenario = titleOf(each.result.scenario)
      const isUnranked = summary !== null && acceptsInvalid(summary)
      const server = isUnranked ? `${displayName} ${MARK}` : displayName
      const isCompared = compared.get(each)?.includes(name) ?? false
      return ratio ? [{ ...ratio, server, isUnranked, scenario, isCompared }] : []
    }),
  )
}

function draw(title: string, cells: readonly Cell[], theme: ThemeName, isNarrow: boolean): string {
  const servers = [...new Set(cells.map(({ server }) => server))]
  const titles = [...scenarios.values()].map((scenario) => scenario.title)
  const place = { x: 'scenario', y: 'server' }
  const hasMark = cells.some(({ isUnranked }) => isUnranked)
  const drawing: Drawing = {
    title,
    subtitle: hasMark ? `${SUBTITLE} ${MARK} accepts invalid data.` : SUBTITLE,
    width: isNarrow ? NARROW : WIDTH,
    height: servers.length * ROW,
    marginTop: isNarrow ? 92 : 38,
    marginLeft: isNarrow ? NAMES - 20 : NAMES,
    marginRight: isNarrow ? 24 : 0,
    x: {
      domain: titles.filter((head) => cells.some(({ scenario }) => scenario === head)),
      padding: 0.02,
    },
    y: { domain: servers, padding: 0.05 },
    opacity: { type: 'identity' },
    marks: [
      Plot.axisX({
        anchor: 'top',
        label: null,
        tickSize: 0,
        ...(isNarrow
          ? { tickRotate: -60 }
          : { tickFormat: (head: string) => head.replaceAll(' ', '\n') }),
      }),
      Plot.axisY({ label: null, tickSize: 0 }),
      Plot.cell(cells, {
        ...place,
        fill: ({ value }: Cell) => HEAT[theme][heatOf(value).side],
        fillOpacity: ({ value }: Cell) => heatOf(value).share,
      }),
      Plot.text(cells, {
        ...place,
        text: ({ value }: Cell) => (isNarrow ? shortText(value) : value.toFixed(2)),
      }),
    ],
  }
  return renderSvg(drawing, {}, theme)
}

/** Formats `1.2` and `.15`. */
const shortText = (value: number) => (value < 0.995 ? value.toFixed(2).slice(1) : value.toFixed(1))
