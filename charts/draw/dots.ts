/** Charts with a row per server or library, its figures on the right: points on a logarithmic axis, or bars from zero. */
import * as Plot from '@observablehq/plot'
import type { DotChart } from '../../shared/probe/chart.ts'
import { sum } from '../../shared/stats/statistics.ts'
import { runtimeTitles } from '../text/conditions.ts'
import { figuresTitle } from './figure-claims.ts'
import {
  ABOVE_RIGHT,
  AT_LEFT,
  AT_RIGHT,
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
import { selectionNote, shortList } from './short-list.ts'

/** px */
const ROW = 20
/** Of rows whose names may have a second line. */
const TALL_ROW = 30
/** Of the axis of ratios, at both ends; and least distance of its numbers. */
const INSET = 8
const TICK = 30
const LAYOUTS: Readonly<Record<LayoutName, Layout>> = {
  wide: { width: WIDTH, names: 178, widths: [110, 102], more: 62 },
  narrow: { width: NARROW, names: 130, widths: [78], more: 0 },
}

/** px: a picture's width, of names, of columns of figures, and of further ones; 0: there are none. */
interface Layout {
  width: number
  names: number
  widths: readonly number[]
  more: number
}

/** @param layout `narrow` has only the first column of figures */
export function dotDrawing(chart: DotChart, layout: LayoutName): Drawing {
  const { width, names, widths: own, more } = LAYOUTS[layout]
  const { subtitle, rows: allRows, figures, noun, axis } = chart
  const headings = more === 0 ? chart.headings.slice(0, own.length) : chart.headings
  const chosen = chart.all ? allRows : shortList(allRows)
  const { ranked = [], unranked = [] } = Object.groupBy(chosen, ({ isUnranked }) =>
    isUnranked ? 'unranked' : 'ranked',
  )
  const withFigures = (row: (typeof allRows)[number]) => {
    const { value, low = null, high = null, figure, aside, more: others = [] } = figures(row)
    return { ...row, value, low, high, texts: [figure, aside, ...others] }
  }
  const rows = [...ranked, ...unranked].map(withFigures)
  const lines = rows.map((row) => ({ name: row.name, text: brokenLabel(labelOf(row), names) }))
  const isTall = lines.some(({ text }) => text.includes('\n'))
  const points = (chart.points ?? rows.map((row) => ({ ...row, row }))).map(pointOf)
  const claim = figuresTitle(chart.compared?.map(withFigures) ?? rows, chart)
  // The subject of the claim.
  const most = rows.find(({ displayName }) => claim.includes(`${displayName} ${chart.verb} `))
  const part = most && chart.mostOf?.(most)
  const title = chart.title ?? (part ? `${claim}; ${part}` : claim)
  const widths = headings.map((_, i) => own[i] ?? more)
  const widthOf = (columns: number) => sum(widths.slice(0, columns), (each) => each)
  const ends = points.flatMap(({ value, low, high }) => [value, low, high])
  const ticks = chart.bars
    ? undefined
    : ticksOf(ends, width - 2 * EDGE - names - widthOf(headings.length))
  return {
    title,
    subtitle: `${subtitle}${selectionNote(rows, allRows, noun)}`,
    width,
    height: rows.length * (isTall ? TALL_ROW : ROW),
    marginTop: 24,
    marginBottom: 46,
    marginLeft: names,
    marginRight: widthOf(headings.length),
    legend: rolesOf(points).map((role) => [role, (chart.legend ?? runtimeTitles)[role] ?? role]),
    x: chart.bars ? { zero: true, grid: true } : { type: 'log', inset: INSET },
    y: {
      type: 'band',
      domain: rows.map((row) => row.name),
      axis: null,
      padding: chart.bars ? 0.3 : 0,
    },
    marks: [
      ...(ticks ? [Plot.gridX(ticks)] : []),
      Plot.axisX({ ...AXIS, label: axis, ...(ticks ? { ticks, text: AXIS.tickFormat } : {}) }),
      Plot.text(lines, { ...AT_LEFT, y: 'name', text: 'text', dx: -names }),
      ...headings.flatMap((heading, i) => {
        const column = { dx: widthOf(i + 1), ...(i === 1 ? MUTED : {}) }
        const text = ({ texts }: (typeof rows)[number]) => texts[i]
        return [
          Plot.text([heading], { ...ABOVE_RIGHT, ...column, ...MUTED, dy: -12 }),
          Plot.text(rows, { ...AT_RIGHT, ...column, y: 'name', text }),
        ]
      }),
      ...(chart.bars ? barMarks(points) : pointMarks(points)),
    ],
  }
}

/** @param length px of the axis */
function ticksOf(ends: readonly number[], length: number): number[] {
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  return low < high ? logTicks(low, high, length - 2 * INSET, TICK) : [low]
}

/** Puts the words behind a name on a line of their own if they do not fit beside it. */
const brokenLabel = (label: string, width: number) =>
  label.length * CHARACTER > width ? label.replace(' (', '\n(') : label

const ofInterval = { y: 'name', x1: 'low', x2: 'high' } as const
const withInterval = (points: readonly Point[]) => points.filter(({ low, high }) => low < high)

const pointMarks = (points: readonly Point[]): Plot.Markish[] => [
  Plot.ruleY(withInterval(points), {
    ...ofInterval,
    stroke: 'role',
    strokeWidth: 5,
    strokeOpacity: 0.5,
  }),
  Plot.dot(points, { y: 'name', x: 'value', fill: 'role', symbol: 'role', r: 4 }),
]

const barMarks = (points: readonly Point[]): Plot.Markish[] => [
  Plot.barX(points, { y: 'name', x: 'value', fill: 'role' }),
  Plot.ruleY(withInterval(points), { ...ofInterval, strokeOpacity: 0.75 }),
]

/** Returns a point of a row. Its interval has no low end where a logarithmic axis cannot show it. */
function pointOf({ row, value, low, high }: NonNullable<DotChart['points']>[number]): Point {
  return {
    name: row.name,
    role: row.runtime as Point['role'],
    value,
    low: low && low > 0 ? low : value,
    high: high ?? value,
  }
}
