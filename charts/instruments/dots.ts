/** Charts of instruments with a row per server or library. */

import type { RuntimeName } from '../../shared/format/disclosure.ts'
import type { Row } from '../../shared/probes/column.ts'
import { type Dots, drawDots } from '../draw/dots.ts'
import { figuresTitle } from '../draw/figure-claims.ts'
import { renderSvg } from '../draw/frame.ts'
import { type Row as ChartRow, type Point, rowOf, type Texts } from '../draw/rows.ts'
import { outOf, shortList } from '../draw/short-list.ts'
import { themes } from '../draw/theme.ts'
import { isUnranked } from '../text/marks.ts'
import type { Chart } from './instrument.ts'

/** A row's figures; ends of an interval are left out or null where unknown. */
interface Figures extends Texts {
  value: number
  low?: number | null
  high?: number | null
}

export interface DotChart<R extends Row>
  extends Pick<Dots, 'subtitle' | 'axis' | 'headings' | 'points'> {
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
  /** Noun for a row; default: server. */
  noun?: string
  /** Draws all rows, also those outside the short list. */
  all?: boolean
}

export function dotChart<R extends Row>(chart: DotChart<R>): Chart {
  const { name, subtitle, rows: all, figures, noun } = chart
  const chosen = chart.all ? all : shortList(all)
  const shown = [...chosen.filter((row) => !isUnranked(row)), ...chosen.filter(isUnranked)]
  const rows = shown.map((row): ChartRow => {
    const own = figures(row)
    const server = {
      name: row.name,
      displayName: row.displayName,
      runtime: row.runtime as RuntimeName,
    }
    return { ...rowOf(server, row.marks), ...own, ...pointOf(row, own) }
  })
  const estimates = shown.map((row) => ({ ...row, ...estimateOf(figures(row)) }))
  const title = chart.title ?? figuresTitle(estimates, chart)
  return {
    name,
    title,
    draw(themeName, caption) {
      const theme = themes[themeName]
      const dots = { ...chart, title, subtitle: `${subtitle}${outOf(rows, all, noun)}`, rows }
      return renderSvg(drawDots(dots, theme), caption, theme)
    },
  }
}

const estimateOf = ({ value, low = null, high = null }: Figures) => ({ value, low, high })

/** Returns a point of a row. Its interval has no low end where a logarithmic axis cannot show it. */
export function pointOf(
  { name, runtime }: Row,
  { value, low, high }: Omit<Figures, keyof Texts>,
): Point {
  return {
    name,
    role: runtime as RuntimeName,
    value,
    low: low && low > 0 ? low : value,
    high: high ?? value,
  }
}
