/** A chart of one measure: bars show the median of the rounds, whiskers how sure it is. */
import type { Median, Result } from '../../shared/result/format.ts'
import { roundsText } from '../text/conditions.ts'
import { range, significant } from '../text/numbers.ts'
import { hasTies } from '../text/ranks.ts'
import { endsOf, type FigureOf, spreadKind, spreadNames } from '../text/spread.ts'
import { drawBars } from './bars.ts'
import type { Chart } from './chart.ts'
import { rowsOf } from './rows.ts'

export interface Measure {
  id: string
  title: string
  unit: string
  better: 'higher' | 'lower'
  /** Significant digits. */
  digits: number
  /** Whether it is the figure that ranks are made of. */
  ranked?: boolean
  /** In the unit. */
  of: FigureOf<Median>
  /** What the axis counts, where it is not the unit. */
  axis?: string
  /** What the subtitle says besides. */
  remark?: string
  /** Further columns, each with its heading and its unit. */
  more?: { heading: string; of: FigureOf<string> }[]
}

export function spreadBars(measure: Measure): Chart {
  const { id, title, unit, better, digits, ranked = false, of, axis = unit, remark, more = [] } = measure
  const format = (value: number) => significant(value, digits)
  const rows = (result: Result) => {
    const kind = spreadKind(result, of)
    const order = better === 'higher' ? 'highest' : 'lowest'
    return rowsOf(result, order, (summary, server) => {
      const median = of(summary, server)
      const { low, high } = endsOf(median, kind)
      const figure = `${format(median.median)}${unit === '×' ? '' : ' '}${unit}`
      const further = more.length > 0 ? { more: more.map((column) => column.of(summary, server)) } : {}
      return { value: median.median, low, high, figure, aside: range(low, high, format), ...further }
    })
  }
  return {
    id,
    title,
    rows,
    draw(result, theme) {
      const { heading, long } = spreadNames(spreadKind(result, of), result)
      const sentences = [
        `${better === 'higher' ? 'Higher' : 'Lower'} is better.`,
        ranked ? `Bars: estimate from all slices of ${roundsText(result)}.` : `Bars: median of ${roundsText(result)}.`,
        `Whiskers: ${long}.`,
        ...(remark ? [remark] : []),
        ...(ranked ? tiesText(result) : []),
      ]
      return drawBars(
        {
          title,
          subtitle: sentences.join(' '),
          rows: rows(result),
          ranked,
          axis,
          headings: [ranked ? 'estimate' : 'median', heading, ...more.map((column) => column.heading)],
          shape: 'bar and whisker',
        },
        theme,
      )
    },
  }
}

/** A sentence on ranks that are intervals, where there are any. */
export function tiesText(result: Result): string[] {
  return hasTies(result)
    ? ['Ranks: from the first to the last that the data allow; all hold together in 95% of runs.']
    : []
}
