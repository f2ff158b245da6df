/** Charts with points on a logarithmic axis: a row per server or library, its figures on the right. */
import * as Plot from '@observablehq/plot'
import type { DotChart } from '../../shared/probe/chart.ts'
import { isUnranked } from '../../shared/results/caveats.ts'
import { runtimeTitles } from '../text/conditions.ts'
import { figuresTitle } from './figure-claims.ts'
import { ABOVE_RIGHT, AT_LEFT, AT_RIGHT, AXIS, type Drawing, MUTED, rolesOf } from './frame.ts'
import { labelOf, type Point } from './rows.ts'
import { outOf, shortList } from './short-list.ts'

/** px: a row's height, its name's width, and the width of each column of figures. */
const ROW = 20
const NAMES = 178
const WIDTHS = [110, 102]
const MORE = 62

export function dotDrawing(chart: DotChart): Drawing {
  const { subtitle, rows: allRows, figures, noun, axis, headings } = chart
  const chosen = chart.all ? allRows : shortList(allRows)
  const sorted = [...chosen.filter((row) => !isUnranked(row)), ...chosen.filter(isUnranked)]
  const withFigures = (row: (typeof allRows)[number]) => {
    const { value, low = null, high = null, figure, aside, more = [] } = figures(row)
    return { ...row, value, low, high, texts: [figure, aside, ...more] }
  }
  const rows = sorted.map(withFigures)
  const points = (chart.points ?? rows.map((row) => ({ ...row, row }))).map(pointOf)
  const title = chart.title ?? figuresTitle(chart.compared?.map(withFigures) ?? rows, chart)
  const widths = headings.map((_, i) => WIDTHS[i] ?? MORE)
  const widthOf = (columns: number) => widths.slice(0, columns).reduce((sum, each) => sum + each, 0)
  return {
    title,
    subtitle: `${subtitle}${outOf(rows, allRows, noun)}`,
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
}

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
