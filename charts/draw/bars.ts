/** Horizontal bars or points, best first: one row per server, the name on the left, the figures on the right. */

import { type Drawing, INNER_WIDTH } from './frame.ts'
import { axisStyle, boldBaseline, heading, type Layer, once, roleColor, rolesOf, textColumn, y } from './layer.ts'
import type { Row } from './rows.ts'
import type { Theme } from './theme.ts'

export interface Bars extends Pick<Drawing, 'title' | 'subtitle'> {
  rows: Row[]
  /** Title of the axis, with its unit. */
  axis: string
  /** Headings of a row's `figure`, its `aside`, and each entry of its `more`. */
  headings: [string, string, ...string[]]
  /** Points are of ratios, and also show ranks, prediction intervals and processes. */
  shape: 'bar and whisker' | 'point and intervals'
}

const NAMES = 178
const FIGURES = 212
/** Width of each additional column, in px. */
const MORE = 62
const FIGURE_END = 110
const ASIDE_END = FIGURES
const RANK = { end: 38 - NAMES, name: 45 - NAMES }
/** px. Twenty rows fit into a chart of 700 px. */
const ROW = 20
/** Below the rows, in px: the axis with its title, and the legend. */
const AXIS = 50
const LEGEND = 28

export function drawBars(bars: Bars, theme: Theme): Drawing {
  const { title, subtitle, rows, headings, shape } = bars
  const ranked = shape === 'point and intervals'
  const height = rows.length * ROW
  const further = headings.slice(2)
  const plot = INNER_WIDTH - NAMES - FIGURES - further.length * MORE
  const scale = ranked ? pointScale(rows) : barScale(rows)
  const baseline = rows.find(({ role }) => role === 'baseline')
  return {
    title,
    subtitle,
    width: plot,
    height,
    margin: { left: NAMES, above: 24, below: AXIS + (rolesOf(rows, theme).length > 1 ? LEGEND : 0) },
    rows,
    layer: [
      ...figureLayers(bars, scale, height, theme),
      ...(ranked
        ? [heading('rank', -NAMES, 'left', theme), textColumn('rank', RANK.end, { fill: theme.muted, fontSize: 12 })]
        : []),
      textColumn('markedLabel', ranked ? RANK.name : -NAMES, { ...strong(theme), align: 'left' }),
      textColumn('figure', plot + FIGURE_END, strong(theme)),
      textColumn('aside', plot + ASIDE_END, { fill: theme.muted, fontSize: 11 }),
      heading(headings[0], plot + FIGURE_END, 'right', theme),
      heading(headings[1], plot + ASIDE_END, 'right', theme),
      ...further.flatMap((title, i) => {
        const end = plot + ASIDE_END + (i + 1) * MORE
        return [heading(title, end, 'right', theme), textColumn(`more[${i}]`, end, { fill: theme.text, fontSize: 12 })]
      }),
      ...(baseline ? baselineMark(baseline, scale, plot, theme) : []),
    ],
  }
}

function figureLayers({ rows, axis, shape }: Bars, scale: Scale, height: number, theme: Theme): Layer[] {
  const ticks = scale.type === 'log' ? { values: RATIO_TICKS } : {}
  const x = { type: 'quantitative', scale, axis: { ...axisStyle(axis, theme), ...ticks } } as const
  const color = roleColor(rows, height + 48, theme)
  const bar: Layer = { mark: { type: 'bar', height: 13 }, encoding: { y, x: { ...x, field: 'value' }, color } }
  const point: Layer = {
    mark: { type: 'point', filled: true, opacity: 1, size: 45 },
    encoding: { y, x: { ...x, field: 'value' }, color },
  }
  const whisker: Layer = {
    transform: [hasWidth],
    mark: { type: 'rule', color: theme.text, strokeWidth: 1.5 },
    encoding: { y, x: { ...x, field: 'low' }, x2: { field: 'high' } },
  }
  const whiskerEnd = (field: 'low' | 'high'): Layer => ({
    transform: [hasWidth],
    mark: { type: 'tick', color: theme.text, size: 8, thickness: 1.5 },
    encoding: { y, x: { ...x, field } },
  })
  const interval = (strokeWidth: number, opacity: number, low: string, high: string): Layer => ({
    mark: { type: 'rule', strokeWidth, opacity },
    encoding: { y, x: { ...x, field: low }, x2: { field: high }, color },
  })
  const processes: Layer = {
    transform: [{ calculate: 'datum.spread.processes', as: 'process' }, { flatten: ['process'] }],
    mark: { type: 'circle', opacity: 0.35, size: 14, yOffset: 6 },
    encoding: { y, x: { ...x, field: 'process' }, color },
  }
  if (shape === 'bar and whisker') return [bar, whisker, whiskerEnd('low'), whiskerEnd('high')]
  const predicted = interval(1, 1, 'spread.predicted.low', 'spread.predicted.high')
  return [processes, predicted, interval(5, 0.5, 'low', 'high'), point]
}

const strong = (theme: Theme) => ({ fill: theme.text, fontSize: 12, fontWeight: boldBaseline })

interface Scale {
  type: 'linear' | 'log'
  domain: [number, number]
  nice: false
}

/** Starts at zero, so that lengths of bars compare. */
function barScale(rows: Row[]): Scale {
  const end = Math.max(...rows.map(({ value, high }) => Math.max(value, high)), 0) || 1
  return { type: 'linear', domain: [0, end], nice: false }
}

/** Log scale over all ratios shown and the baseline's 1, with a margin on both sides. */
function pointScale(rows: Row[]): Scale {
  const shown = rows.flatMap(({ low, high, spread }) => [
    ...[low, high],
    ...(spread ? [spread.predicted.low, spread.predicted.high, ...spread.processes] : []),
  ])
  const [start, end] = [Math.min(1, ...shown), Math.max(1, ...shown)]
  return { type: 'log', domain: [start / 1.04, end * 1.04], nice: false }
}

const RATIO_TICKS = [0.1, 0.2, 0.5, 1, 2, 5, 10]

/** The baseline's ratio to itself has no interval, nor has a single round. */
const hasWidth = { filter: 'datum.low < datum.high' }

/** @param plot its width in pixels */
function baselineMark(baseline: Row, { type, domain }: Scale, plot: number, theme: Theme): Layer[] {
  const place = type === 'log' ? Math.log : (value: number) => value
  const [start, end] = domain.map(place) as [number, number]
  const x = ((place(baseline.value) - start) / (end - start)) * plot
  return [
    {
      ...once,
      mark: { type: 'rule', stroke: theme.text, opacity: 0.7, strokeDash: [4, 3] },
      encoding: { x: { value: x }, y: { value: -5 }, y2: { value: 'height' } },
    },
    heading('baseline', x, x > plot / 2 ? 'right' : 'left', theme),
  ]
}
