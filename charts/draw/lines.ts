/**
 * A line per server over a count, labelled at its end. Both axes are logarithmic, so that proportional growth has the same
 * slope everywhere.
 */
import { type Drawing, INNER_WIDTH } from './frame.ts'
import { type Layer, roleColor } from './layer.ts'
import type { Row } from './rows.ts'
import type { Theme } from './theme.ts'

export interface LinePoint extends Pick<Row, 'name' | 'label' | 'role' | 'value' | 'low' | 'high'> {
  count: number
}

export interface Lines extends Pick<Drawing, 'title' | 'subtitle'> {
  points: readonly LinePoint[]
  /** Titles of both axes, with units. */
  axes: [count: string, value: string]
}

const AXIS = 70
const NAMES = 150
const WIDTH = INNER_WIDTH - AXIS - NAMES
const HEIGHT = 400
/** px of the rule from a line's end to its name, if the name was moved to avoid an overlap. */
const LEADER = 22

export function drawLines({ title, subtitle, points, axes }: Lines, theme: Theme): Drawing {
  const counts = [...new Set(points.map(({ count }) => count))].sort((a, b) => a - b)
  const [least = 1, most = 1] = [counts.at(0), counts.at(-1)]
  const bottom = Math.min(...points.map(({ low }) => low)) * 0.9
  const top = Math.max(...points.map(({ high }) => high)) * 1.1
  const height = (value: number) => HEIGHT * (1 - Math.log(value / bottom) / Math.log(top / bottom))
  const across = (count: number) => (WIDTH * Math.log(count / least)) / Math.log(Math.max(most, least * 2) / least)
  const ends = [...Map.groupBy(points, ({ name }) => name).values()].map((line) =>
    line.reduce((last, point) => (point.count > last.count ? point : last)),
  )
  const axis = { domain: false, ticks: false, gridColor: theme.grid, labelColor: theme.muted, titleColor: theme.muted }
  const log = (domain: [number, number]) => ({ type: 'log' as const, domain, nice: false })
  const x = {
    field: 'count',
    type: 'quantitative' as const,
    scale: log([least, Math.max(most, least * 2)]),
    axis: { ...axis, title: axes[0], grid: false, values: counts, format: ',d' },
  }
  const y = {
    type: 'quantitative' as const,
    scale: log([bottom, top]),
    axis: { ...axis, title: axes[1], values: ticks(bottom, top), format: ',~r' },
  }
  const color = roleColor(points, HEIGHT + 48, theme)
  const layer: Layer[] = [
    {
      mark: { type: 'line', strokeWidth: 1.5 },
      encoding: { x, y: { ...y, field: 'value' }, color, detail: { field: 'name' } },
    },
    {
      mark: { type: 'rule', color: theme.text, opacity: 0.6 },
      encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' } },
    },
    {
      mark: { type: 'point', filled: true, opacity: 1, size: 30 },
      encoding: { x, y: { ...y, field: 'value' }, color },
    },
    ...nameLayers(
      apart(
        ends.map((end) => ({ ...end, start: across(end.count) + 5, from: height(end.value), at: height(end.value) })),
      ),
      theme,
    ),
  ]
  const margin = { left: AXIS, above: 14, below: 78 }
  return { title, subtitle, margin, width: WIDTH, height: HEIGHT, rows: points, layer }
}

function nameLayers(names: readonly { start: number; from: number; at: number }[], theme: Theme): Layer[] {
  const pixel = { type: 'quantitative', scale: null } as const
  return [
    {
      data: { values: names.map((name) => ({ ...name, end: WIDTH + LEADER })) },
      mark: { type: 'rule', opacity: 0.5, color: theme.muted },
      encoding: {
        x: { field: 'start', ...pixel },
        x2: { field: 'end' },
        y: { field: 'from', ...pixel },
        y2: { field: 'at' },
      },
    },
    {
      data: { values: [...names] },
      mark: { type: 'text', align: 'left', fontSize: 12, fill: theme.text },
      encoding: {
        x: { value: WIDTH + LEADER + 4 },
        y: { field: 'at', ...pixel },
        text: { field: 'label', type: 'nominal' },
      },
    },
  ]
}

/** Returns 1, 2 and 5 times powers of ten within the range. */
function ticks(from: number, to: number): number[] {
  const powers = Array.from({ length: 9 }, (_, i) => 10 ** (i - 1))
  return powers.flatMap((power) => [1, 2, 5].map((each) => each * power)).filter((tick) => tick >= from && tick <= to)
}

const LINE = 13

/** Moves overlapping names down until none overlaps. */
function apart<T extends { at: number }>(names: readonly T[]): T[] {
  let free = Number.NEGATIVE_INFINITY
  return names
    .toSorted((a, b) => a.at - b.at)
    .map((name) => {
      const at = Math.max(name.at, free)
      free = at + LINE
      return { ...name, at }
    })
}
