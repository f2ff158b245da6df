/** Points on a logarithmic axis, best first: one row per server, the name on the left, the figures on the right. */
import * as Plot from '@observablehq/plot'
import { runtimeTitles } from '../text/conditions.ts'
import { axisStyle, type Drawing, gridStyle, roleLegend } from './frame.ts'
import type { Point, Row } from './rows.ts'
import type { Theme } from './theme.ts'

export interface Dots extends Pick<Drawing, 'title' | 'subtitle'> {
  rows: readonly Row[]
  /** Points, at the rows that they name; default: one per row. */
  points?: readonly Point[]
  /** Title of the axis, with its unit. */
  axis: string
  /** Headings of a row's `figure`, its `aside`, and each entry of its `more`. */
  headings: [string, string, ...string[]]
  /** What roles stand for in the legend; default: runtimes. */
  titles?: Readonly<Record<string, string>>
}

/** px: a row's height, its name's width, and the width of each column of figures. */
const ROW = 20
const NAMES = 178
const WIDTHS = [110, 102]
const MORE = 62

export function drawDots(dots: Dots, theme: Theme): Drawing {
  const { title, subtitle, rows, points = rows, axis, headings, titles = runtimeTitles } = dots
  const widths = headings.map((_, i) => WIDTHS[i] ?? MORE)
  const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)
  const column = (heading: string, i: number) => {
    const place = { textAnchor: 'end', dx: sum(widths.slice(0, i + 1)) } as const
    const text = ({ figure, aside, more = [] }: Row) => [figure, aside, ...more][i]
    const fill = i === 1 ? theme.muted : theme.text
    return [
      Plot.text([heading], { ...place, frameAnchor: 'top-right', dy: -12, fill: theme.muted }),
      Plot.text(rows, { ...place, frameAnchor: 'right', y: 'name', text, fill }),
    ]
  }
  return {
    title,
    subtitle,
    height: rows.length * ROW,
    marginTop: 24,
    marginBottom: 46,
    marginLeft: NAMES,
    marginRight: sum(widths),
    legend: roleLegend(points, titles, theme),
    x: { type: 'log', inset: 8 },
    y: { type: 'band', domain: rows.map(({ name }) => name), axis: null },
    marks: [
      Plot.gridX(gridStyle(theme)),
      Plot.axisX({ ...axisStyle(theme), label: axis }),
      Plot.text(rows, {
        y: 'name',
        text: 'markedLabel',
        frameAnchor: 'left',
        textAnchor: 'start',
        dx: -NAMES,
      }),
      ...headings.flatMap(column),
      Plot.ruleY(
        points.filter(({ low, high }) => low < high),
        { y: 'name', x1: 'low', x2: 'high', stroke: 'role', strokeWidth: 5, strokeOpacity: 0.5 },
      ),
      Plot.dot(points, { y: 'name', x: 'value', fill: 'role', symbol: 'role', r: 4 }),
    ],
  }
}
