/** Charts of instruments with points on a logarithmic axis: a row per server or library, its figures on the right. */
import * as Plot from '@observablehq/plot'
import type { RuntimeName } from '../../shared/format/disclosure.ts'
import type { Row } from '../../shared/probes/column.ts'
import { isUnranked } from '../../shared/results/caveats.ts'
import { figuresTitle } from '../draw/figure-claims.ts'
import {
  ABOVE_RIGHT,
  AT_LEFT,
  AT_RIGHT,
  AXIS,
  type Drawing,
  MUTED,
  renderSvg,
  rolesOf,
} from '../draw/frame.ts'
import { labelOf, type Point } from '../draw/rows.ts'
import { outOf, shortList } from '../draw/short-list.ts'
import { runtimeTitles } from '../text/conditions.ts'
import type { Chart } from './instrument.ts'

/** A row's value; ends of its interval are left out or null where unknown. */
interface Value {
  value: number
  low?: number | null
  high?: number | null
}

interface Figures extends Value {
  /** The value, formatted with its unit. */
  figure: string
  /** Remark of a few characters. */
  aside: string
  /** Texts of additional columns. */
  more?: string[]
}

export interface DotChart<R extends Row> extends Pick<Drawing, 'subtitle'> {
  /** File name without theme and extension. */
  name: string
  /** What a value is, in the title: `peak memory`. */
  what: string
  /** What a server does with it, in the title; default: `has`. */
  verb?: string
  /** Processes that a figure stands on; null for exact figures. */
  processes: number | null
  /** Another finding. */
  title?: string
  /** All rows, best first; the short list is drawn if there are too many. */
  rows: readonly R[]
  /** Values have to be positive. */
  figures(row: R): Figures
  /** At the rows that they name; default: one per row. */
  points?: readonly Point[]
  /** Title of the axis, with its unit. */
  axis: string
  /** Headings of a row's `figure`, its `aside`, and each entry of its `more`. */
  headings: [string, string, ...string[]]
  /** Noun for a row; default: server. */
  noun?: string
  /** Draws all rows, also those outside the short list. */
  all?: boolean
}

/** px: a row's height, its name's width, and the width of each column of figures. */
const ROW = 20
const NAMES = 178
const WIDTHS = [110, 102]
const MORE = 62

export function dotChart<R extends Row>(chart: DotChart<R>): Chart {
  const { name, subtitle, rows: all, figures, noun, axis, headings } = chart
  const chosen = chart.all ? all : shortList(all)
  const shown = [...chosen.filter((row) => !isUnranked(row)), ...chosen.filter(isUnranked)]
  const rows = shown.map((row) => {
    const { value, low = null, high = null, figure, aside, more = [] } = figures(row)
    return { ...row, value, low, high, texts: [figure, aside, ...more] }
  })
  const points = chart.points ?? rows.map((row) => pointOf(row, row))
  const title = chart.title ?? figuresTitle(rows, chart)
  const widths = headings.map((_, i) => WIDTHS[i] ?? MORE)
  const widthOf = (columns: number) => widths.slice(0, columns).reduce((sum, each) => sum + each, 0)
  const drawing: Drawing = {
    title,
    subtitle: `${subtitle}${outOf(rows, all, noun)}`,
    height: rows.length * ROW,
    marginTop: 24,
    marginBottom: 46,
    marginLeft: NAMES,
    marginRight: widthOf(headings.length),
    legend: rolesOf(points).map((role) => [role, runtimeTitles[role] ?? role]),
    x: { type: 'log', inset: 8, grid: true },
    y: { type: 'band', domain: rows.map((row) => row.name), axis: null },
    marks: [
      Plot.axisX({ ...AXIS, label: axis }),
      Plot.text(rows, { ...AT_LEFT, y: 'name', text: labelOf, dx: -NAMES }),
      ...headings.flatMap((heading, i) => {
        const column = { dx: widthOf(i + 1), ...(i === 1 ? MUTED : {}) }
        const text = ({ texts }: (typeof rows)[number]) => texts[i]
        return [
          Plot.text([heading], { ...ABOVE_RIGHT, ...column, ...MUTED, dy: -12 }),
          Plot.text(rows, { ...AT_RIGHT, ...column, y: 'name', text }),
        ]
      }),
      Plot.ruleY(
        points.filter(({ low, high }) => low < high),
        { y: 'name', x1: 'low', x2: 'high', stroke: 'role', strokeWidth: 5, strokeOpacity: 0.5 },
      ),
      Plot.dot(points, { y: 'name', x: 'value', fill: 'role', symbol: 'role', r: 4 }),
    ],
  }
  return { name, title, draw: (theme, caption) => renderSvg(drawing, caption, theme) }
}

/** Returns a point of a row. Its interval has no low end where a logarithmic axis cannot show it. */
export function pointOf({ name, runtime }: Row, { value, low, high }: Value): Point {
  return {
    name,
    role: runtime as RuntimeName,
    value,
    low: low && low > 0 ? low : value,
    high: high ?? value,
  }
}
