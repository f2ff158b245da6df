/** Small multiples: a line per server, each in a chart of its own with the same axes, so that many can be compared. */
import * as Plot from '@observablehq/plot'
import type { MultiplesChart } from '../../shared/probe/chart.ts'
import { significant } from '../../shared/text/numbers.ts'
import { runtimeTitles } from '../text/conditions.ts'
import {
  ABOVE_LEFT,
  ABOVE_RIGHT,
  type Drawing,
  type LayoutName,
  MUTED,
  NARROW,
  rolesOf,
  WIDTH,
} from './frame.ts'
import { labelOf, type Point } from './rows.ts'

const LAYOUTS = { wide: { width: WIDTH, columns: 5 }, narrow: { width: NARROW, columns: 2 } }
/** px of a small chart, with its name above. */
const CELL = 66
const NAME = 17
/** px of the numbers of the vertical axis. */
const LEFT = 26

export function multiplesDrawing(chart: MultiplesChart, layout: LayoutName): Drawing {
  const { width, columns } = LAYOUTS[layout]
  const { title, subtitle, rows, axis, unit } = chart
  const cells = rows.map((row, i) => ({
    column: i % columns,
    line: Math.floor(i / columns),
    role: row.runtime as Point['role'],
    label: labelOf(row),
    points: chart.pointsOf(row),
  }))
  const points = cells.flatMap(({ points, ...cell }) =>
    points.map((each) => ({ ...cell, ...each })),
  )
  const lines = [...new Set(cells.map(({ line }) => line))]
  const [end, most] = [
    Math.max(...points.map(({ at }) => at)),
    Math.max(...points.map(({ value }) => value)),
  ]
  const tick = roundedDown(most)
  const place = { fx: 'column', fy: 'line' }
  const line = { ...place, z: 'label', x: 'at', y: 'value' }
  const ticks = lines.flatMap((line) => [0, tick].map((value) => ({ column: 0, line, value })))
  return {
    title,
    subtitle: `${subtitle} Every chart: ${unit} from 0, over ${Math.round(end)} ${axis}. Upper right: most.`,
    width,
    height: lines.length * CELL,
    marginTop: 6,
    marginBottom: 6,
    marginLeft: LEFT,
    legend: rolesOf(cells).map((role) => [role, runtimeTitles[role] ?? role]),
    fx: { domain: [...Array(columns).keys()], padding: 0.06, axis: null },
    fy: { domain: lines, paddingInner: 0.12, axis: null },
    x: { domain: [0, end], axis: null },
    y: { domain: [0, most], axis: null, insetTop: NAME },
    marks: [
      Plot.ruleY(
        cells.flatMap((cell) => [0, tick].map((value) => ({ ...cell, value }))),
        { ...place, y: 'value', strokeOpacity: 0.2 },
      ),
      Plot.lineY(points, { ...line, stroke: 'role' }),
      Plot.text(cells, { ...ABOVE_LEFT, ...place, text: 'label' }),
      Plot.text(cells, {
        ...ABOVE_RIGHT,
        ...MUTED,
        ...place,
        text: ({ points }) => significant(Math.max(...points.map(({ value }: Value) => value))),
      }),
      Plot.text(ticks, {
        ...MUTED,
        ...place,
        x: () => 0,
        y: 'value',
        text: 'value',
        textAnchor: 'end',
        dx: -4,
      }),
    ],
  }
}

type Value = { value: number }

/** Returns a number with one digit other than zero, such as 200 of 275. */
function roundedDown(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value))
  return Math.floor(value / unit) * unit
}
