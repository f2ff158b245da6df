/**
 * Charts with a line per server, labeled at its end, in a panel per runtime. On logarithmic axes, proportional growth has the same
 * slope everywhere.
 */
import * as Plot from '@observablehq/plot'
import type { LineChart } from '../../shared/probe/chart.ts'
import { runtimeTitles } from '../text/conditions.ts'
import { figuresTitle } from './figure-claims.ts'
import {
  ABOVE_LEFT,
  AXIS,
  CHARACTER,
  type Drawing,
  EDGE,
  type LayoutName,
  logTicks,
  MUTED,
  NARROW,
  rolesOf,
  WIDTH,
} from './frame.ts'
import { labelOf, type Point } from './rows.ts'

interface LinePoint extends Point {
  label: string
  /** Position on the horizontal axis. */
  at: number
  /** A second value, or the same. */
  rarer: number
}

/** px */
const LEFT = 46
/** Of a picture, and of each panel with its heading. */
const LAYOUTS = { wide: { width: WIDTH, height: 380 }, narrow: { width: NARROW, height: 260 } }
const HEAD = 20
/** Of the rules to the names at the ends of lines. */
const LEADER = 14
const NAME_HEIGHT = 13
/** Least distance of numbers on the axes. */
const TICK = 26
const LEVEL = 20
/** Between the points of servers at one position, whose intervals would hide one another. */
const APART = 3.5
/** Characters of a name. */
const LONGEST = 27

/** @param layout `narrow` has its panels one below the other */
export function lineDrawing(chart: LineChart, layout: LayoutName): Drawing {
  const { subtitle, axes } = chart
  const points = chart.points.map(pointOf)
  const roles = rolesOf(points)
  const positions = [...new Set(points.map(({ at }) => at))].sort((a, b) => a - b)
  const [least = 1, most = 1] = [positions[0], positions.at(-1)]
  const low = Math.min(...points.map((point) => point.low)) * 0.9
  const high = Math.max(...points.map((point) => point.high)) * 1.1
  const x = { type: 'log', domain: [least, Math.max(most, least * 2)] } as const
  const y = { type: 'log', domain: [low, high], insetTop: HEAD } as const
  const isWide = layout === 'wide'
  const panel = isWide ? { fx: 'role' } : { fy: 'role' }
  const panels = { domain: roles, padding: 0, axis: null }
  const { width, height } = LAYOUTS[layout]
  const names = LEADER + CHARACTER * Math.max(...points.map(({ label }) => label.length))
  const length = (width - 2 * EDGE - LEFT) / (isWide ? roles.length : 1) - names
  const lines = dodged(points)
  const aside = Math.max(...lines.map(([dx]) => dx))
  const across = Plot.scale({ x: { ...x, range: [aside, length - aside] } })
  const end = across.invert?.(length + LEADER)
  const x2 = () => end
  const endLabels = endLabelsOf(points, Plot.scale({ y: { ...y, range: [height, HEAD] } }), height)
  const place = { ...panel, x: 'at', y: 'value' }
  const ticks = logTicks(low, high, height - HEAD, LEVEL)
  return {
    title: chart.title ?? titleOf(points, chart),
    subtitle,
    width,
    height: isWide ? height : height * roles.length,
    marginTop: 24,
    marginBottom: 48,
    marginLeft: LEFT,
    ...(isWide ? { fx: panels } : { fy: panels }),
    x: { ...x, insetLeft: aside, insetRight: names + aside },
    y,
    marks: [
      Plot.gridY(ticks, { insetRight: names }),
      Plot.axisY({ ...AXIS, label: null, ticks, text: AXIS.tickFormat }),
      // As `tickFormat`, it would name only some positions of a logarithmic axis.
      Plot.axisX({
        ...AXIS,
        label: axes[0],
        ticks: spaced(positions, across),
        text: AXIS.tickFormat,
      }),
      Plot.text([axes[1]], { ...ABOVE_LEFT, ...MUTED, facet: 'super', dx: -LEFT, dy: -12 }),
      Plot.text(
        roles.map((role) => ({ role, text: runtimeTitles[role] ?? role })),
        { ...ABOVE_LEFT, ...panel, text: 'text', dy: HEAD - 12, fontWeight: 'bold' },
      ),
      ...lines.flatMap(([dx, line]) => [
        Plot.line(line, { ...place, dx, stroke: 'role', sort: 'at' }),
        Plot.ruleX(
          line.filter((point) => point.low < point.high),
          { ...panel, dx, x: 'at', y1: 'low', y2: 'high', stroke: 'role', strokeOpacity: 0.6 },
        ),
        Plot.dot(
          line.flatMap((point) =>
            [...new Set([point.value, point.rarer])].map((value) => ({ ...point, value })),
          ),
          { ...place, dx, fill: 'role', symbol: 'role', r: 4 },
        ),
      ]),
      Plot.link(endLabels, {
        ...panel,
        x1: 'at',
        x2,
        y1: 'value',
        y2: 'nameAt',
        strokeOpacity: 0.3,
      }),
      Plot.text(endLabels, {
        ...panel,
        x: x2,
        y: 'nameAt',
        text: 'label',
        textAnchor: 'start',
        dx: 3,
      }),
    ],
  }
}

/** Returns each server's points, with px to move them aside if they have intervals: the lower ends of lines are further left. */
function dodged(points: readonly LinePoint[]): [dx: number, line: LinePoint[]][] {
  const lines = [...Map.groupBy(points, ({ name }) => name).values()]
  const apart = points.some(({ low, high }) => low < high) ? APART : 0
  const last = (line: readonly LinePoint[]) => line.at(-1)?.value ?? 0
  return [...Map.groupBy(lines, ([first]) => first?.role).values()].flatMap((ofPanel) =>
    ofPanel
      .toSorted((a, b) => last(a) - last(b))
      .map((line, i): [number, LinePoint[]] => [apart * (i - (ofPanel.length - 1) / 2), line]),
  )
}

/** Returns the positions whose numbers do not overlap: the last, and those before it that have room. */
function spaced(positions: readonly number[], across: Plot.Scale): number[] {
  let next = Number.POSITIVE_INFINITY
  return positions.toReversed().filter((at) => {
    const hasRoom = next - across.apply(at) >= TICK
    if (hasRoom) next = across.apply(at)
    return hasRoom
  })
}

function pointOf({
  row,
  at,
  value,
  low = value,
  high = value,
  rarer = value,
}: LineChart['points'][number]): LinePoint {
  return {
    name: row.name,
    label: labelOf({ ...row, longest: LONGEST }),
    role: row.runtime as Point['role'],
    at,
    value,
    low: Math.min(low, rarer),
    high: Math.max(high, rarer),
    rarer,
  }
}

/** Returns the last point of each line, with the place of its name: names that would overlap move apart, as little as possible. */
function endLabelsOf(points: readonly LinePoint[], up: Plot.Scale, height: number) {
  const last = [...Map.groupBy(points, ({ name }) => name).values()]
    .map((line) => line.reduce((last, point) => (point.at > last.at ? point : last)))
    .toSorted((a, b) => b.value - a.value)
  return [...Map.groupBy(last, ({ role }) => role).values()].flatMap((ends) => {
    const places = spreadLabels(
      ends.map(({ value }) => up.apply(value)),
      height,
    )
    return ends.map((point, i) => ({ ...point, nameAt: up.invert?.(places[i]) }))
  })
}

/** Moves sorted places of names apart with the least squares of movements, by pooling adjacent violators. */
function spreadLabels(places: readonly number[], height: number): number[] {
  const blocks: { sum: number; count: number }[] = []
  const meanOf = (block: (typeof blocks)[number]) => block.sum / block.count
  for (const [i, place] of places.entries()) {
    let block = { sum: place - i * NAME_HEIGHT, count: 1 }
    for (
      let before = blocks.at(-1);
      before && meanOf(before) > meanOf(block);
      before = blocks.at(-1)
    ) {
      block = { sum: before.sum + block.sum, count: before.count + block.count }
      blocks.pop()
    }
    blocks.push(block)
  }
  const moved = blocks.flatMap((block) => Array<number>(block.count).fill(meanOf(block)))
  // Neither above nor below the panel.
  const lowest = height - NAME_HEIGHT * (places.length - 0.5)
  return moved.map((place, i) => Math.max(Math.min(place, lowest), 0) + i * NAME_HEIGHT)
}

/** Returns a title about the last position that most lines have. */
function titleOf(
  points: readonly LinePoint[],
  { what, processes, where = () => '' }: LineChart,
): string {
  const byPosition = [...Map.groupBy(points, ({ at }) => at)]
  const [[at, common] = [0, []]] = byPosition.sort(([a, x], [b, y]) => y.length - x.length || b - a)
  const rows = common.map((point) => ({
    ...point,
    displayName: point.label,
    runtime: point.role,
  }))
  return figuresTitle(rows, { what, processes, where: where(at) })
}
