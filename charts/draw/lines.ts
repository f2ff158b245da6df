/**
 * A line per server, labeled at its end, in a panel per runtime. Over a count both axes are logarithmic, so that proportional growth
 * has the same slope everywhere; over time both are linear and begin at zero.
 */
import { runtimeTitles } from '../text/conditions.ts'
import { type Drawing, INNER_WIDTH } from './frame.ts'
import type { Point, Row } from './rows.ts'
import { type Domain, logScale, ticks, tickText } from './scale.ts'
import { polyline, rolesOf, rule, symbol, text } from './svg.ts'
import type { Role, Theme } from './theme.ts'

interface LinePoint extends Omit<Point, 'spread'>, Pick<Row, 'label'> {
  /** Or the minutes. */
  count: number
}

export interface Lines extends Pick<Drawing, 'title' | 'subtitle'> {
  points: readonly LinePoint[]
  /** Titles of both axes, with units. */
  axes: [count: string, value: string]
  /** Whether counts are minutes; points then have no symbols. */
  isTime?: boolean
}

const AXIS = 46
/** Width of the names at the ends of lines. */
const NAMES = 124
const HEIGHT = 360
/** px of the rule from a line's end to its name. */
const LEADER = 14
const LINE = 13

export function drawLines(lines: Lines, theme: Theme): Drawing {
  const { title, subtitle, points, axes } = lines
  const roles = rolesOf(points, theme)
  const step = (INNER_WIDTH - AXIS) / roles.length
  const most = Math.max(...points.map(({ high }) => high)) * 1.1
  const domain: Domain = [lines.isTime ? 0 : Math.min(...points.map(({ low }) => low)) * 0.9, most]
  const place = { ...acrossOf(lines, step - NAMES), up: downFrom(domain), width: step - NAMES }
  return {
    ...{ title, subtitle, height: HEIGHT },
    margin: { left: AXIS, above: 44, below: 48 },
    marks: [
      text(axes[1], -AXIS, -32, { fill: theme.muted }),
      ...roles.flatMap((role, i) => [
        ...gridMarks(role, i * step, domain, place, axes[0], theme),
        ...lineMarks(
          points.filter((point) => point.role === role),
          i * step,
          { ...place, hasSymbols: !lines.isTime },
          theme,
        ),
      ]),
    ],
  }
}

interface Place {
  /** Of a count, in px from the start of its panel. */
  across(count: number): number
  /** Of a value, in px from the top. */
  up(value: number): number
  /** Labels of the horizontal axis. */
  counts: readonly number[]
  /** Of a panel without its names. */
  width: number
}

function downFrom(domain: Domain): Place['up'] {
  const [from, to] = domain
  const scale = from === 0 ? (value: number) => (HEIGHT * value) / to : logScale(domain, HEIGHT)
  return (value) => HEIGHT - scale(value)
}

function acrossOf({ points, isTime }: Lines, width: number): Pick<Place, 'across' | 'counts'> {
  const counts = [...new Set(points.map(({ count }) => count))].sort((a, b) => a - b)
  const [least = 1, most = 1] = [counts[0], counts.at(-1)]
  if (!isTime) return { counts, across: logScale([least, Math.max(most, least * 2)], width) }
  const step = Math.max(1, Math.round(most / 4))
  const minutes = Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step)
  return { counts: minutes, across: (count) => (width * count) / most }
}

/** @param start of the panel */
function gridMarks(
  role: Role,
  start: number,
  domain: Domain,
  place: Place,
  axis: string,
  theme: Theme,
): string[] {
  const { across, up, counts, width } = place
  const muted = { fill: theme.muted, anchor: 'middle' } as const
  return [
    ...ticks(domain).flatMap((tick) => [
      rule([start, up(tick)], [start + width, up(tick)], theme.grid),
      ...(start === 0
        ? [text(tickText(tick), -6, up(tick), { fill: theme.muted, anchor: 'end' })]
        : []),
    ]),
    text(runtimeTitles[role] ?? role, start, -12, { fill: theme.text, weight: 'bold' }),
    ...counts.map((count) => text(tickText(count), start + across(count), HEIGHT + 14, muted)),
    text(axis, start + width / 2, HEIGHT + 32, muted),
  ]
}

function lineMarks(
  points: readonly LinePoint[],
  start: number,
  { across, up, width, hasSymbols }: Place & { hasSymbols: boolean },
  theme: Theme,
): string[] {
  const xOf = ({ count }: LinePoint) => start + across(count)
  const lines = [...Map.groupBy(points, ({ name }) => name).values()].map((line) =>
    line.toSorted((a, b) => a.count - b.count),
  )
  const ends = lines.map((line) => line.at(-1) as LinePoint)
  return [
    ...lines.map((line) =>
      polyline(
        line.map((point) => [xOf(point), up(point.value)]),
        theme.roles[(line[0] as LinePoint).role],
      ),
    ),
    ...points
      .filter(({ low, high }) => low < high)
      .map((each) =>
        rule([xOf(each), up(each.low)], [xOf(each), up(each.high)], theme.text, { opacity: 0.6 }),
      ),
    ...(hasSymbols
      ? points.map((point) => symbol(point.role, xOf(point), up(point.value), theme))
      : []),
    ...apart(ends.map((end) => ({ label: end.label, x: xOf(end) + 6, y: up(end.value) }))).flatMap(
      ({ label, x, y, at }) => [
        rule([x, y], [start + width + LEADER, at], theme.muted, { opacity: 0.5 }),
        text(label, start + width + LEADER + 3, at, { fill: theme.text, size: 11.5 }),
      ],
    ),
  ]
}

/** Adds the height of each name: those that overlap are moved down. */
function apart<T extends { y: number }>(names: readonly T[]): (T & { at: number })[] {
  let free = Number.NEGATIVE_INFINITY
  return names
    .toSorted((a, b) => a.y - b.y)
    .map((name) => {
      const at = Math.max(name.y, free)
      free = at + LINE
      return { ...name, at }
    })
}
