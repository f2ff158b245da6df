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
  type Drawing,
  EDGE,
  type LayoutName,
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
/** Width of the names at the ends of lines, with the rules to them. */
const NAMES = 132
const LEADER = 14
const NAME_HEIGHT = 13
/** Least distance of numbers on the horizontal axis. */
const TICK = 26

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
  const length = (width - 2 * EDGE - LEFT) / (isWide ? roles.length : 1) - NAMES
  const across = Plot.scale({ x: { ...x, range: [0, length] } })
  const end = across.invert?.(length + LEADER)
  const x2 = () => end
  const endLabels = endLabelsOf(points, Plot.scale({ y: { ...y, range: [height, HEAD] } }), height)
  const place = { ...panel, x: 'at', y: 'value' }
  return {
    title: chart.title ?? titleOf(points, chart),
    subtitle,
    width,
    height: isWide ? height : height * roles.length,
    marginTop: 24,
    marginBottom: 48,
    marginLeft: LEFT,
    ...(isWide ? { fx: panels } : { fy: panels }),
    x: { ...x, insetRight: NAMES },
    y,
    marks: [
      Plot.gridY({ insetRight: NAMES }),
      Plot.axisY({ ...AXIS, label: null }),
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
      Plot.line(points, { ...place, z: 'name', stroke: 'role', sort: 'at' }),
      Plot.ruleX(
        points.filter((point) => point.low < point.high),
        { ...panel, x: 'at', y1: 'low', y2: 'high', strokeOpacity: 0.6 },
      ),
      Plot.dot(
        points.flatMap((point) =>
          [...new Set([point.value, point.rarer])].map((value) => ({ ...point, value })),
        ),
        { ...place, fill: 'role', symbol: 'role', r: 4 },
      ),
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
    label: labelOf(row),
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
