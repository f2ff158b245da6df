/** All published scenarios at a glance: each server's ratio to the baseline, a panel a scenario. */
import type { Result } from '../../shared/result/format.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { type Drawing, INNER_WIDTH } from '../drawing/frame.ts'
import { renderSvg } from '../drawing/render.ts'
import { type ThemeName, themes } from '../drawing/theme.ts'
import { dateOf, methodLine } from '../text/conditions.ts'
import { boldBaseline, type Layer, roleColor } from './layer.ts'
import { relative } from './relative.ts'

const NAMES = 150
const GAP = 14
const ROW = 18
/** Below this a panel's ticks would run into each other. */
const LEAST_PANEL = 70

/** From the repository's root. */
export const summaryPath = (theme: ThemeName) => `charts/published/summary.${theme}.svg`

/** Scenarios as titles, in the order in which the repository lists them; of those that differ in a number only the one without. */
function titled(results: readonly Result[]): [string, Result][] {
  const shown = [...scenarios.values()].filter(({ name }) => !/\d$/.test(name))
  return shown.flatMap(({ name, title }) =>
    results.filter((result) => result.scenario === name).map((result): [string, Result] => [title, result]),
  )
}

/** The picture as SVG; the order of the servers is that of the first scenario that has them. */
export function drawSummary(results: readonly Result[], themeName: ThemeName): Promise<string> {
  const theme = themes[themeName]
  const panels = titled(results)
  const rows = panels.flatMap(([panel, result]) => relative.rows(result).map((row) => ({ panel, ...row })))
  const names = [...new Set(rows.map(({ label }) => label))]
  const width = Math.max(LEAST_PANEL, Math.floor((INNER_WIDTH - NAMES - (panels.length - 1) * GAP) / panels.length))
  const height = names.length * ROW
  const y = { field: 'label', type: 'nominal', sort: names, axis: null } as const
  const axis = {
    domain: false,
    ticks: false,
    labelFlush: false,
    gridColor: theme.grid,
    labelColor: theme.muted,
    title: null,
  } as const
  const x = {
    type: 'quantitative',
    scale: { zero: true },
    axis: { ...axis, values: [0, 1] as number[], format: 'd', labelFontSize: 10 },
  } as const
  const color = roleColor(rows, height + 34, theme)
  const whisker: Layer = {
    transform: [{ filter: 'datum.low < datum.high' }],
    mark: { type: 'rule', color: theme.text, opacity: 0.6 },
    encoding: { y, x: { ...x, field: 'low' }, x2: { field: 'high' } },
  }
  const point: Layer = {
    mark: { type: 'point', filled: true, opacity: 1, size: 30 },
    encoding: { y, x: { ...x, field: 'value' }, color },
  }
  const one: Layer = {
    data: { values: [{}] },
    mark: { type: 'rule', stroke: theme.muted, strokeDash: [4, 3] },
    encoding: { x: { datum: 1, type: 'quantitative' }, y: { value: 0 }, y2: { value: 'height' } },
  }
  const stripes: Layer = {
    data: { values: names.map((label) => ({ label })) },
    mark: { type: 'rule', stroke: theme.grid, strokeWidth: 0.5 },
    encoding: { y, x: { value: 0 }, x2: { value: 'width' } },
  }
  const labels: Layer = {
    data: { values: names.map((label) => ({ label, role: rows.find((row) => row.label === label)?.role })) },
    mark: { type: 'text', align: 'left', fontSize: 12, fill: theme.text, fontWeight: boldBaseline },
    encoding: { y, x: { value: -NAMES }, text: { field: 'label', type: 'nominal' } },
  }
  const drawing: Drawing = {
    title: 'Requests per second relative to http-node, by scenario',
    subtitle:
      'Higher is better; the dashed line is http-node. Points: ratio; whiskers: 95% interval. No point: not measured in that scenario. Panels have scales of their own.',
    width: INNER_WIDTH - NAMES,
    height,
    margin: { left: NAMES, above: 36, below: 62 },
    spec: {
      hconcat: panels.map(([panel], index) => ({
        width,
        height,
        data: { values: rows.filter((row) => row.panel === panel) },
        layer: [
          stripes,
          one,
          whisker,
          point,
          {
            data: { values: [{}] },
            mark: {
              type: 'text',
              align: 'left',
              baseline: 'bottom',
              fontSize: 11,
              fontWeight: 'bold',
              fill: theme.text,
            },
            encoding: { text: { value: panel.split(' ') }, x: { value: 0 }, y: { value: -22 } },
          } satisfies Layer,
          ...(index === 0 ? [labels] : []),
        ],
      })),
      spacing: GAP,
      bounds: 'flush',
      resolve: { scale: { x: 'independent', y: 'independent' } },
    },
  }
  return renderSvg(drawing, [captionOf(panels.map(([, result]) => result))], theme)
}

function captionOf(results: readonly Result[]): string[] {
  const methods = new Set(results.map(methodLine))
  const dates = new Set(results.map(dateOf))
  const machines = new Set(results.map(({ environment }) => environment.cpuModel))
  return [[[...machines].join(' and '), [...methods].join(' and '), [...dates].join(' and ')].join(' · ')]
}

/** What the picture shows, for readers who do not see it. */
export function summaryText(results: readonly Result[]): string {
  const fastest = titled(results).map(([title, result]) => {
    const best = relative.rows(result).toSorted((a, b) => b.value - a.value)[0]
    return `${title}: ${best ? `${best.label} with ${best.figure}` : 'nobody'}`
  })
  return `Requests per second relative to http-node; the highest of each scenario. ${fastest.join('; ')}`
}
