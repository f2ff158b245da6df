/** Bar charts of instruments, one bar per row. */

import type { RuntimeName } from '../../shared/results/disclosure.ts'
import { type Bars, drawBars } from '../draw/bars.ts'
import { renderSvg } from '../draw/render.ts'
import { type Row as ChartRow, type Figures, finding, rowOf } from '../draw/rows.ts'
import { MOST_ROWS, outOf, shortList } from '../draw/short-list.ts'
import { themes } from '../draw/theme.ts'
import type { Row } from './columns.ts'
import type { Chart } from './instrument.ts'

/** A row's figures; ends that are left out or null default to the value. */
type BarFigures = Omit<Figures, 'low' | 'high'> & { low?: number | null; high?: number | null }

export interface BarChart<R extends Row> extends Pick<Bars, 'title' | 'subtitle' | 'axis' | 'headings'> {
  /** File name without theme and extension. */
  name: string
  /** All rows, best first; the short list is drawn if there are too many. */
  rows: readonly R[]
  figures(row: R): BarFigures & Record<string, unknown>
  caption: string[][]
  /** Noun for a row in the finding; default: server. */
  noun?: string
  /** Draws all rows, also those outside the short list. */
  all?: boolean
}

export function barChart<R extends Row>(chart: BarChart<R>): Chart {
  const { name, title, subtitle, rows: all, axis, headings, figures, caption, noun } = chart
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
      return renderSvg(drawing, caption, theme)
    },
  }
}
