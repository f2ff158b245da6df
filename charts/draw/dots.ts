/** Points on a logarithmic axis, best first: one row per server, the name on the left, the figures on the right. */
import { runtimeTitles } from '../text/conditions.ts'
import { type Drawing, INNER_WIDTH } from './frame.ts'
import type { Point, Row } from './rows.ts'
import { axisBelow, type Domain, logScale } from './scale.ts'
import { rolesOf, rule, symbol, text } from './svg.ts'
import type { Role, Theme } from './theme.ts'

export interface Dots extends Pick<Drawing, 'title' | 'subtitle'> {
  rows: readonly Row[]
  /** Points, at the rows that they name; default: one per row. */
  points?: readonly Point[]
  /** Title of the axis, with its unit. */
  axis: string
  /** Headings of a row's `figure`, its `aside`, and each entry of its `more`. */
  headings: [string, string, ...string[]]
}

const NAMES = 178
const FIGURES = 212
/** Width of each additional column, in px. */
const MORE = 62
const FIGURE_END = 110
/** px. Twenty rows fit into a chart of 700 px. */
const ROW = 20
/** Below the rows, in px: the axis with its title, and the legend. */
const AXIS = 46
const LEGEND = 26

export function drawDots(dots: Dots, theme: Theme): Drawing {
  const { title, subtitle, rows, points = rows, axis, headings } = dots
  const height = rows.length * ROW
  const width = INNER_WIDTH - NAMES - FIGURES - (headings.length - 2) * MORE
  const domain = domainOf(points)
  const x = logScale(domain, width)
  const yOf = (name: string) => (rows.findIndex((row) => row.name === name) + 0.5) * ROW
  const ends = headings.map((_, i) => width + (i === 0 ? FIGURE_END : FIGURES + (i - 1) * MORE))
  const heading = (title: string, x: number) =>
    text(title, x, -12, { fill: theme.muted, anchor: 'end' })
  return {
    ...{ title, subtitle, height },
    margin: {
      left: NAMES,
      above: 24,
      below: AXIS + (rolesOf(points, theme).length > 1 ? LEGEND : 0),
    },
    marks: [
      ...axisBelow(axis, domain, { width, height }, theme),
      ...headings.map((title, i) => heading(title, ends[i] ?? 0)),
      ...rows.flatMap((row, i) => rowTexts(row, (i + 0.5) * ROW, ends, theme)),
      ...points.flatMap((point) => pointMarks(point, x, yOf(point.name), theme)),
      ...roleLegend(points, height + AXIS + 10, theme),
    ],
  }
}

function rowTexts(
  { markedLabel, figure, aside, more = [] }: Row,
  y: number,
  ends: number[],
  theme: Theme,
) {
  const [figureEnd = 0, asideEnd = 0, ...others] = ends
  return [
    text(markedLabel, -NAMES, y, { fill: theme.text, size: 12 }),
    text(figure, figureEnd, y, { fill: theme.text, size: 12, anchor: 'end' }),
    text(aside, asideEnd, y, { fill: theme.muted, anchor: 'end' }),
    ...more.map((each, i) =>
      text(each, others[i] ?? 0, y, { fill: theme.text, size: 12, anchor: 'end' }),
    ),
  ]
}

/** Returns a point with its interval. */
function pointMarks(
  { role, value, low, high }: Point,
  x: (value: number) => number,
  y: number,
  theme: Theme,
) {
  const interval =
    low < high
      ? [rule([x(low), y], [x(high), y], theme.roles[role], { 'stroke-width': 5, opacity: 0.5 })]
      : []
  return [...interval, symbol(role, x(value), y, theme)]
}

/** Spans all that is shown, with a margin on both sides. */
function domainOf(points: readonly Point[]): Domain {
  const shown = points.flatMap(({ low, high }) => [low, high])
  const [start, end] = [Math.min(...shown), Math.max(...shown)]
  const margin = Math.max(1.04, (end / start) ** 0.03)
  return [start / margin, end * margin]
}

/** px per character of a legend's texts, in the widest of the usual sans-serif fonts. */
const CHARACTER = 6.5

/** Returns a line with the symbols of the roles that occur; nothing for one. */
function roleLegend(points: readonly { role: Role }[], y: number, theme: Theme) {
  const roles = rolesOf(points, theme)
  if (roles.length < 2) return []
  let x = 6
  return roles.flatMap((role) => {
    const title = runtimeTitles[role] ?? role
    const marks = [
      symbol(role, x, y, theme),
      text(title, x + 10, y, { fill: theme.text, size: 11.5 }),
    ]
    x += 32 + title.length * CHARACTER
    return marks
  })
}
