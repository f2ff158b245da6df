/**
 * A line per server, labeled at its end, in a panel per runtime. Over a count both axes are logarithmic, so that proportional growth
 * has the same slope everywhere; over time both are linear and begin at zero.
 */
import * as Plot from '@observablehq/plot'
import { runtimeTitles } from '../text/conditions.ts'
import { axisStyle, type Drawing, EDGE, gridStyle, rolesOf, WIDTH } from './frame.ts'
import type { Point, Row } from './rows.ts'
import type { Theme } from './theme.ts'

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

/** px */
const AXIS = 46
const HEIGHT = 360
/** Width of the names at the ends of lines, with the rules to them. */
const NAMES = 132
const LEADER = 14
const NAME_HEIGHT = 13

export function drawLines(lines: Lines, theme: Theme): Drawing {
  const { title, subtitle, points, axes, isTime = false } = lines
  const roles = rolesOf(points)
  const { x, y } = scalesOf(lines)
  const width = (WIDTH - 2 * EDGE - AXIS) / roles.length - NAMES
  const across = Plot.scale({ x: { ...x, range: [0, width] } })
  const up = Plot.scale({ y: { ...y, range: [HEIGHT, 0] } })
  const axis = axisStyle(theme)
  const place = { fx: 'role', x: 'count', y: 'value' }
  const end = across.invert?.(width + LEADER)
  const names = roles.flatMap((role) =>
    namesOf(
      points.filter((each) => each.role === role),
      up,
    ),
  )
  return {
    title,
    subtitle,
    height: HEIGHT,
    marginTop: 44,
    marginBottom: 48,
    marginLeft: AXIS,
    fx: { domain: roles, padding: 0, axis: null },
    x: { ...x, insetRight: NAMES },
    y,
    marks: [
      Plot.gridY({ ...gridStyle(theme), insetRight: NAMES }),
      Plot.axisY({ ...axis, label: null }),
      Plot.text([axes[1]], {
        facet: 'super',
        frameAnchor: 'top-left',
        textAnchor: 'start',
        dx: -AXIS,
        dy: -32,
        fill: theme.muted,
      }),
      Plot.axisX({
        ...axis,
        label: axes[0],
        ...(isTime ? {} : { ticks: countsOf(points) }),
      }),
      Plot.text(roles, {
        fx: Plot.identity,
        text: (role) => runtimeTitles[role] ?? role,
        frameAnchor: 'top-left',
        dy: -12,
        textAnchor: 'start',
        fontWeight: 'bold',
      }),
      Plot.line(points, { ...place, z: 'name', stroke: 'role', sort: 'count' }),
      Plot.ruleX(
        points.filter(({ low, high }) => low < high),
        { fx: 'role', x: 'count', y1: 'low', y2: 'high', strokeOpacity: 0.6 },
      ),
      ...(isTime ? [] : [Plot.dot(points, { ...place, fill: 'role', symbol: 'role', r: 4 })]),
      Plot.link(names, {
        fx: 'role',
        x1: 'count',
        y1: 'value',
        x2: () => end,
        y2: 'at',
        stroke: theme.muted,
        strokeOpacity: 0.5,
      }),
      Plot.text(names, {
        fx: 'role',
        x: () => end,
        y: 'at',
        text: 'label',
        textAnchor: 'start',
        dx: 3,
      }),
    ],
  }
}

function scalesOf({ points, isTime }: Lines) {
  const type = isTime ? ('linear' as const) : ('log' as const)
  const [least = 1, most = 1] = [countsOf(points)[0], countsOf(points).at(-1)]
  const low = Math.min(...points.map((point) => point.low)) * 0.9
  const high = Math.max(...points.map((point) => point.high)) * 1.1
  return {
    x: { type, domain: isTime ? [0, most] : [least, Math.max(most, least * 2)] },
    y: { type, domain: [isTime ? 0 : low, high] },
  }
}

const countsOf = (points: readonly LinePoint[]) =>
  [...new Set(points.map(({ count }) => count))].sort((a, b) => a - b)

/** Returns the last point of each line, with the place of its name: names that would overlap are moved down. */
function namesOf(points: readonly LinePoint[], up: Plot.Scale) {
  let free = Number.NEGATIVE_INFINITY
  return [...Map.groupBy(points, ({ name }) => name).values()]
    .map((line) => line.reduce((last, point) => (point.count > last.count ? point : last)))
    .toSorted((a, b) => b.value - a.value)
    .map((point) => {
      const at = Math.max(up.apply(point.value), free)
      free = at + NAME_HEIGHT
      return { ...point, at: up.invert?.(at) }
    })
}
