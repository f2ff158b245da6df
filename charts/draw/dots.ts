/** Points on a logarithmic axis, best first: one row per server, the name on the left, the figures on the right. */
import { runtimeTitles } from '../text/conditions.ts'
import { type Drawing, INNER_WIDTH } from './frame.ts'
import type { Point, Row } from './rows.ts'
import { axisBelow, type Domain, logScale } from './scale.ts'
import { element, rolesOf, rule, symbol, text } from './svg.ts'
import type { Role, Theme } from './theme.ts'

export interface Dots extends Pick<Drawing, 'title' | 'subtitle'> {
  /** Their ranks are shown if they have any. */
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

const NAMES = 178
const FIGURES = 212
/** Width of each additional column, in px. */
const MORE = 62
const FIGURE_END = 110
const RANK = { end: 38 - NAMES, name: 45 - NAMES }
/** px. Twenty rows fit into a chart of 700 px. */
const ROW = 20
/** Below the rows, in px: the axis with its title, and the legend. */
const AXIS = 46
const LEGEND = 26

export function drawDots(dots: Dots, theme: Theme): Drawing {
  const { title, subtitle, rows, points = rows, axis, headings, titles = runtimeTitles } = dots
  const isRanked = rows.some(({ rank }) => rank !== undefined)
  const height = rows.length * ROW
  const width = INNER_WIDTH - NAMES - FIGURES - (headings.length - 2) * MORE
  const domain = domainOf(points)
  const x = logScale(domain, width)
  const yOf = (name: string) => (rows.findIndex((row) => row.name === name) + 0.5) * ROW
  const ends = headings.map((_, i) => width + (i === 0 ? FIGURE_END : FIGURES + (i - 1) * MORE))
  const heading = (title: string, x: number, anchor: 'start' | 'end') =>
    text(title, x, -12, { fill: theme.muted, anchor })
  const baseline = rows.find(({ role }) => role === 'baseline')
  return {
    ...{ title, subtitle, height },
    margin: { left: NAMES, above: 24, below: AXIS + (rolesOf(points, theme).length > 1 ? LEGEND : 0) },
    marks: [
      ...axisBelow(axis, domain, { width, height }, theme),
      ...(baseline ? baselineMark(x(baseline.value), { width, height }, theme) : []),
      ...(isRanked ? [heading('rank', -NAMES, 'start')] : []),
      ...headings.map((title, i) => heading(title, ends[i] ?? 0, 'end')),
      ...rows.flatMap((row, i) => rowTexts(row, (i + 0.5) * ROW, ends, theme)),
      ...points.flatMap((point) => pointMarks(point, x, yOf(point.name), theme)),
      ...roleLegend(points, height + AXIS + 10, theme, titles),
    ],
  }
}

function rowTexts({ rank, markedLabel, role, figure, aside, more = [] }: Row, y: number, ends: number[], theme: Theme) {
  const weight = role === 'baseline' ? 'bold' : 'normal'
  const [figureEnd = 0, asideEnd = 0, ...others] = ends
  return [
    text(rank ?? '', RANK.end, y, { fill: theme.muted, size: 12, anchor: 'end' }),
    text(markedLabel, rank === undefined ? -NAMES : RANK.name, y, { fill: theme.text, size: 12, weight }),
    text(figure, figureEnd, y, { fill: theme.text, size: 12, weight, anchor: 'end' }),
    text(aside, asideEnd, y, { fill: theme.muted, anchor: 'end' }),
    ...more.map((each, i) => text(each, others[i] ?? 0, y, { fill: theme.text, size: 12, anchor: 'end' })),
  ]
}

/** Returns a point with its interval; where it has a spread, also the prediction interval and the processes. */
function pointMarks({ role, value, low, high, spread }: Point, x: (value: number) => number, y: number, theme: Theme) {
  const fill = theme.roles[role]
  const interval = (from: number, to: number, width: number, opacity: number) =>
    from < to ? [rule([x(from), y], [x(to), y], fill, { 'stroke-width': width, opacity })] : []
  const processes = (spread?.processes ?? []).map((process) =>
    element('circle', { cx: x(process), cy: y + 6, r: 2, fill, opacity: '0.35' }),
  )
  return [
    ...processes,
    ...(spread ? interval(spread.predicted.low, spread.predicted.high, 1, 1) : []),
    ...interval(low, high, 5, 0.5),
    symbol(role, x(value), y, theme),
  ]
}

/** Spans all that is shown, with a margin on both sides. */
function domainOf(points: readonly Point[]): Domain {
  const shown = points.flatMap(({ low, high, spread }) => [
    ...[low, high],
    ...(spread ? [spread.predicted.low, spread.predicted.high, ...spread.processes] : []),
  ])
  const [start, end] = [Math.min(...shown), Math.max(...shown)]
  const margin = Math.max(1.04, (end / start) ** 0.03)
  return [start / margin, end * margin]
}

function baselineMark(x: number, { width, height }: { width: number; height: number }, theme: Theme): string[] {
  const anchor = x > width / 2 ? 'end' : 'start'
  return [
    rule([x, -5], [x, height], theme.text, { opacity: 0.7, 'stroke-dasharray': '4 3' }),
    text('baseline', x, -12, { fill: theme.muted, anchor }),
  ]
}

/** px per character of a legend's texts, in the widest of the usual sans-serif fonts. */
const CHARACTER = 6.5

/** Returns a line with the symbols of the roles that occur; nothing for one. */
function roleLegend(points: readonly { role: Role }[], y: number, theme: Theme, titles: Record<string, string>) {
  const roles = rolesOf(points, theme)
  if (roles.length < 2) return []
  let x = 6
  return roles.flatMap((role) => {
    const title = titles[role] ?? role
    const marks = [symbol(role, x, y, theme), text(title, x + 10, y, { fill: theme.text, size: 11.5 })]
    x += 32 + title.length * CHARACTER
    return marks
  })
}
