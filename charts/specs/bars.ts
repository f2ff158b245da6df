/** Horizontal bars, best first: one row a server, with its name to the left and its figures to the right. */
import { type Drawing, INNER_WIDTH } from '../frame.ts'
import { boldBaseline, type Layer, roleColor } from '../layer.ts'
import type { Row } from '../rows.ts'
import type { Theme } from '../theme.ts'

export interface Bars {
  title: string
  subtitle: string
  rows: Row[]
  /** What the axis counts, with its unit. */
  axis: string
  /** Headings over the two columns of figures. */
  headings: [string, string]
  annotation: 'whisker' | 'thin bar'
}

const NAMES = 142
const FIGURES = 212
const PLOT = INNER_WIDTH - NAMES - FIGURES
const FIGURE_END = PLOT + 110
const ASIDE_END = PLOT + FIGURES
const ROW = 26

export function drawBars({ title, subtitle, rows, axis, headings, annotation }: Bars, theme: Theme): Drawing {
  const height = rows.length * ROW
  const baseline = rows.find((row) => row.role === 'baseline')
  const end = Math.max(...rows.map(({ value, high }) => Math.max(value, high)), 0) || 1
  const domain: number[] = [0, end]
  const y = { field: 'name', type: 'nominal', sort: null, axis: null } as const
  const x = { type: 'quantitative', scale: { domain, nice: false }, axis: axisStyle(axis, theme) } as const
  const color = roleColor(rows, height + 48, theme)

  const bar: Layer = { mark: { type: 'bar', height: 16 }, encoding: { y, x: { ...x, field: 'value' }, color } }
  const thinBar: Layer = {
    mark: { type: 'bar', height: 6, opacity: 0.55 },
    encoding: { y, x: { ...x, field: 'high' }, color },
  }
  const whisker: Layer = {
    mark: { type: 'rule', color: theme.text, strokeWidth: 1.5 },
    encoding: { y, x: { ...x, field: 'low' }, x2: { field: 'high' } },
  }
  const whiskerEnd = (field: 'low' | 'high'): Layer => ({
    mark: { type: 'tick', color: theme.text, size: 8, thickness: 1.5 },
    encoding: { y, x: { ...x, field } },
  })
  const column = (field: 'label' | 'figure' | 'aside', at: number, fill: string, fontSize: number): Layer => ({
    mark: { type: 'text', align: 'right', fill, fontSize, fontWeight: field === 'aside' ? 'normal' : boldBaseline },
    encoding: { y, x: { value: at }, text: { field, type: 'nominal' } },
  })

  return {
    title,
    subtitle,
    width: PLOT,
    height,
    margin: { left: NAMES, above: 24, below: 82 },
    spec: {
      width: PLOT,
      height,
      data: { values: rows },
      layer: [
        ...(annotation === 'thin bar' ? [thinBar, bar] : [bar, whisker, whiskerEnd('low'), whiskerEnd('high')]),
        column('label', -10, theme.text, 12),
        column('figure', FIGURE_END, theme.text, 12),
        column('aside', ASIDE_END, theme.muted, 11),
        heading(headings[0], FIGURE_END, 'right', theme),
        heading(headings[1], ASIDE_END, 'right', theme),
        ...(baseline ? baselineMark(baseline, end, theme) : []),
      ],
    },
  }
}

/** For a mark that stands once, whatever the rows. */
const once = { data: { values: [{}] } }

function heading(text: string, x: number, align: 'left' | 'right', theme: Theme): Layer {
  return {
    ...once,
    mark: { type: 'text', align, fill: theme.muted, fontSize: 11 },
    encoding: { text: { value: text }, x: { value: x }, y: { value: -12 } },
  }
}

function baselineMark(baseline: Row, end: number, theme: Theme): Layer[] {
  const x = (baseline.value / end) * PLOT
  return [
    {
      ...once,
      mark: { type: 'rule', stroke: theme.text, opacity: 0.7, strokeDash: [4, 3] },
      encoding: { x: { value: x }, y: { value: -5 }, y2: { value: 'height' } },
    },
    heading('baseline', x, x > PLOT / 2 ? 'right' : 'left', theme),
  ]
}

function axisStyle(title: string, theme: Theme) {
  return {
    title,
    tickCount: 5,
    format: ',~r',
    domain: false,
    ticks: false,
    grid: true,
    gridColor: theme.grid,
    labelColor: theme.muted,
    titleColor: theme.muted,
    labelFontSize: 11,
    titleFontSize: 11,
    titleFontWeight: 'normal',
    labelPadding: 6,
  } as const
}
