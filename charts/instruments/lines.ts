/**
 * Charts of instruments with a line per server, labeled at its end, in a panel per runtime. Over a count both axes are logarithmic,
 * so that proportional growth has the same slope everywhere; over time both are linear and begin at zero.
 */
import * as Plot from '@observablehq/plot'
import { figuresTitle } from '../draw/figure-claims.ts'
import {
  ABOVE_LEFT,
  AXIS,
  type Drawing,
  EDGE,
  MUTED,
  renderSvg,
  rolesOf,
  WIDTH,
} from '../draw/frame.ts'
import type { Point } from '../draw/rows.ts'
import { runtimeTitles } from '../text/conditions.ts'
import type { Chart } from './instrument.ts'

interface LinePoint extends Point {
  label: string
  /** Or the minutes. */
  count: number
}

interface LineChart extends Pick<Drawing, 'title' | 'subtitle'> {
  /** File name without theme and extension. */
  name: string
  points: readonly LinePoint[]
  /** Titles of both axes, with units. */
  axes: [count: string, value: string]
  /** Whether counts are minutes; points then have no symbols. */
  isTime?: boolean
}

/** px */
const LEFT = 46
const HEIGHT = 360
/** Width of the names at the ends of lines, with the rules to them. */
const NAMES = 132
const LEADER = 14
const NAME_HEIGHT = 13

export function lineChart({ name, title, subtitle, points, axes, isTime }: LineChart): Chart {
  const roles = rolesOf(points)
  const counts = [...new Set(points.map(({ count }) => count))].sort((a, b) => a - b)
  const [least = 1, most = 1] = [counts[0], counts.at(-1)]
  const low = Math.min(...points.map((point) => point.low)) * 0.9
  const high = Math.max(...points.map((point) => point.high)) * 1.1
  const type = isTime ? 'linear' : 'log'
  const x = { type, domain: isTime ? [0, most] : [least, Math.max(most, least * 2)] } as const
  const y = { type, domain: [isTime ? 0 : low, high] } as const
  const width = (WIDTH - 2 * EDGE - LEFT) / roles.length - NAMES
  const end = Plot.scale({ x: { ...x, range: [0, width] } }).invert?.(width + LEADER)
  const x2 = () => end
  const names = namesOf(points, Plot.scale({ y: { ...y, range: [HEIGHT, 0] } }))
  const place = { fx: 'role', x: 'count', y: 'value' }
  const drawing: Drawing = {
    title,
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
      Plot.axisX({ ...AXIS, label: axes[0], ...(isTime ? {} : { ticks: counts }) }),
      Plot.text([axes[1]], { ...ABOVE_LEFT, ...MUTED, facet: 'super', dx: -LEFT, dy: -32 }),
      Plot.text(roles, {
        ...ABOVE_LEFT,
        fx: (role) => role,
        text: titleOf,
        dy: -12,
        fontWeight: 'bold',
      }),
      Plot.line(points, { ...place, z: 'name', stroke: 'role', sort: 'count' }),
      Plot.ruleX(
        points.filter((point) => point.low < point.high),
        { fx: 'role', x: 'count', y1: 'low', y2: 'high', strokeOpacity: 0.6 },
      ),
      isTime ? null : Plot.dot(points, { ...place, fill: 'role', symbol: 'role', r: 4 }),
      Plot.link(names, { fx: 'role', x1: 'count', x2, y1: 'value', y2: 'at', strokeOpacity: 0.3 }),
      Plot.text(names, { fx: 'role', x: x2, y: 'at', text: 'label', textAnchor: 'start', dx: 3 }),
    ],
  }
  return { name, title, draw: (theme, caption) => renderSvg(drawing, caption, theme) }
}

const titleOf = (role: string) => runtimeTitles[role] ?? role

/** Returns the last point of each line, with the place of its name: names that would overlap are moved down. */
function namesOf(points: readonly LinePoint[], up: Plot.Scale) {
  const free = new Map<string, number>()
  return [...Map.groupBy(points, ({ name }) => name).values()]
    .map((line) => line.reduce((last, point) => (point.count > last.count ? point : last)))
    .toSorted((a, b) => b.value - a.value)
    .map((point) => {
      const at = Math.max(up.apply(point.value), free.get(point.role) ?? 0)
      free.set(point.role, at + NAME_HEIGHT)
      return { ...point, at: up.invert?.(at) }
    })
}

/**
 * Returns a title about the largest count that most lines have.
 * @param what a value is: `p99 latency`
 * @param at names a count: ` at 1,000 requests/s`
 */
export function titleOfLines(
  points: readonly LinePoint[],
  what: string,
  processes: number,
  at: (count: number) => string,
): string {
  const byCount = [...Map.groupBy(points, ({ count }) => count)]
  const [[count, most] = [0, []]] = byCount.sort(([a, x], [b, y]) => y.length - x.length || b - a)
  const rows = most.map((point) => ({ ...point, displayName: point.label, runtime: point.role }))
  return figuresTitle(rows, { what, processes, where: at(count) })
}
