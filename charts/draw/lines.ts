/**
 * Charts with a line per server, labeled at its end, in a panel per runtime. On logarithmic axes, proportional growth has the same
 * slope everywhere.
 */
import * as Plot from '@observablehq/plot'
import type { LineChart } from '../../shared/probe/chart.ts'
import { runtimeTitles } from '../text/conditions.ts'
import { figuresTitle } from './figure-claims.ts'
import { ABOVE_LEFT, AXIS, type Drawing, EDGE, MUTED, rolesOf, WIDTH } from './frame.ts'
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
const HEIGHT = 360
/** Width of the names at the ends of lines, with the rules to them. */
const NAMES = 132
const LEADER = 14
const NAME_HEIGHT = 13

export function lineDrawing(chart: LineChart): Drawing {
  const { subtitle, axes } = chart
  const points = chart.points.map(pointOf)
  const roles = rolesOf(points)
  const positions = [...new Set(points.map(({ at }) => at))].sort((a, b) => a - b)
  const [least = 1, most = 1] = [positions[0], positions.at(-1)]
  const low = Math.min(...points.map((point) => point.low)) * 0.9
  const high = Math.max(...points.map((point) => point.high)) * 1.1
  const x = { type: 'log', domain: [least, Math.max(most, least * 2)] } as const
  const y = { type: 'log', domain: [low, high] } as const
  const width = (WIDTH - 2 * EDGE - LEFT) / roles.length - NAMES
  const end = Plot.scale({ x: { ...x, range: [0, width] } }).invert?.(width + LEADER)
  const x2 = () => end
  const endLabels = endLabelsOf(points, Plot.scale({ y: { ...y, range: [HEIGHT, 0] } }))
  const place = { fx: 'role', x: 'at', y: 'value' }
  return {
    title: chart.title ?? titleOf(points, chart),
    subtitle,
    height: HEIGHT,
    marginTop: 44,
    marginBottom: 48,
    marginLeft: LEFT,
    fx: { domain: roles, padding: 0, axis: null },
    x: { ...x, insetRight: NAMES },
    y,
    marks: [
      Plot.gridY({ insetRight: NAMES }),
      Plot.axisY({ ...AXIS, label: null }),
      Plot.axisX({ ...AXIS, label: axes[0], ticks: positions }),
      Plot.text([axes[1]], { ...ABOVE_LEFT, ...MUTED, facet: 'super', dx: -LEFT, dy: -32 }),
      Plot.text(roles, {
        ...ABOVE_LEFT,
        fx: (role) => role,
        text: (role) => runtimeTitles[role] ?? role,
        dy: -12,
        fontWeight: 'bold',
      }),
      Plot.line(points, { ...place, z: 'name', stroke: 'role', sort: 'at' }),
      Plot.ruleX(
        points.filter((point) => point.low < point.high),
        { fx: 'role', x: 'at', y1: 'low', y2: 'high', strokeOpacity: 0.6 },
      ),
      Plot.dot(
        points.flatMap((point) =>
          [...new Set([point.value, point.rarer])].map((value) => ({ ...point, value })),
        ),
        { ...place, fill: 'role', symbol: 'role', r: 4 },
      ),
      Plot.link(endLabels, {
        fx: 'role',
        x1: 'at',
        x2,
        y1: 'value',
        y2: 'nameAt',
        strokeOpacity: 0.3,
      }),
      Plot.text(endLabels, {
        fx: 'role',
        x: x2,
        y: 'nameAt',
        text: 'label',
        textAnchor: 'start',
        dx: 3,
      }),
    ],
  }
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
function endLabelsOf(points: readonly LinePoint[], up: Plot.Scale) {
  const last = [...Map.groupBy(points, ({ name }) => name).values()]
    .map((line) => line.reduce((last, point) => (point.at > last.at ? point : last)))
    .toSorted((a, b) => b.value - a.value)
  return [...Map.groupBy(last, ({ role }) => role).values()].flatMap((ends) => {
    const places = spreadLabels(ends.map(({ value }) => up.apply(value)))
    return ends.map((point, i) => ({ ...point, nameAt: up.invert?.(places[i]) }))
  })
}

/** Moves sorted places of names apart with the least squares of movements, by pooling adjacent violators. */
function spreadLabels(places: readonly number[]): number[] {
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
  // Not above the drawing.
  return moved.map((place, i) => Math.max(place, 0) + i * NAME_HEIGHT)
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
