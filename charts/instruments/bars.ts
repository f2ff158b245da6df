/** Bar charts of instruments, one bar per row. */

import type { RuntimeName } from '../../shared/results/disclosure.ts'
import { drawBars } from '../draw/bars.ts'
import type { Layer } from '../draw/layer.ts'
import { renderSvg } from '../draw/render.ts'
import { type Row as ChartRow, type Figures, finding, rowOf } from '../draw/rows.ts'
import { MOST_ROWS, outOf, shortList } from '../draw/short-list.ts'
import { type Theme, themes } from '../draw/theme.ts'
import type { Row } from './columns.ts'
import type { Chart } from './instrument.ts'

/** A row's figures; ends that are left out or null default to the value. */
type BarFigures = Omit<Figures, 'low' | 'high'> & { low?: number | null; high?: number | null }

export interface BarChart<R extends Row> {
  /** File name without theme and extension. */
  name: string
  title: string
  /** Says what is plotted and which direction is better. */
  subtitle: string
  /** All rows, best first; the short list is drawn if there are too many. */
  rows: readonly R[]
  /** Title, with its unit. */
  axis: string
  /** Of the value, of `aside`, and of each entry of `more`. */
  headings: [string, string, ...string[]]
  figures(row: R): BarFigures & Record<string, unknown>
  caption: string[][]
  /** Draws layers over the bars. @param end of the axis */
  over?(rows: readonly ChartRow[], end: number, theme: Theme): Layer[]
  /** Noun for a row in the finding; default: server. */
  noun?: string
  /** Draws all rows, also those outside the short list. */
  all?: boolean
}

export function barChart<R extends Row>(chart: BarChart<R>): Chart {
  const { name, title, subtitle, rows: all, axis, headings, figures, caption, over, noun } = chart
  const shown = chart.all ? all.slice(0, MOST_ROWS) : shortList(all)
  const rows = shown.map((row): ChartRow => {
    const own = figures(row)
    const server = { name: row.name, displayName: row.displayName, runtime: row.runtime as RuntimeName }
    const { value, low, high } = own
    return { ...rowOf(server, row.marks), ...own, low: low ?? value, high: high ?? value }
  })
  return {
    name,
    alt: finding(title, rows, noun),
    draw(themeName) {
      const theme = themes[themeName]
      const drawing = drawBars(
        { title, subtitle: `${subtitle}${outOf(rows, all, noun)}`, rows, axis, headings, shape: 'bar and whisker' },
        theme,
      )
      if (!over) return renderSvg(drawing, caption, theme)
      const spec = drawing.spec as unknown as { layer: Layer[] }
      const end = Math.max(...rows.map(({ value, high, reach = 0 }) => Math.max(value, high, reach)), 1)
      const layered = { ...drawing, spec: { ...drawing.spec, layer: [...spec.layer, ...over(rows, end, theme)] } }
      return renderSvg(layered as typeof drawing, caption, theme)
    },
  }
}
