/** A chart of one measure: bars show the median of the rounds, whiskers how sure it is. */
import type { Median, Result, Summary } from '../../shared/result/format.ts'
import { roundsText } from '../text/conditions.ts'
import { range, significant } from '../text/numbers.ts'
import { hasTies } from '../text/ranks.ts'
import { endsOf, spreadKind, spreadNames } from '../text/spread.ts'
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
  of(summary: Summary): Median
}

export function spreadBars({ id, title, unit, better, digits, ranked = false, of }: Measure): Chart {
  const format = (value: number) => significant(value, digits)
  const rows = (result: Result) => {
    const kind = spreadKind(result, of)
    const order = better === 'higher' ? 'highest' : 'lowest'
    return rowsOf(result, order, (summary) => {
      const { low, high } = endsOf(of(summary), kind)
      const value = of(summary).median
      return { value, low, high, figure: `${format(value)} ${unit}`, aside: range(low, high, format) }
    })
  }
  return {
    id,
    title,
    rows,
    draw(result, theme) {
      const { short, long } = spreadNames[spreadKind(result, of)]
      const sentences = [
        `${better === 'higher' ? 'Higher' : 'Lower'} is better.`,
        ranked ? `Bars: estimate from all slices of ${roundsText(result)}.` : `Bars: median of ${roundsText(result)}.`,
        `Whiskers: ${long}.`,
        ...(ranked ? tiesText(result) : []),
      ]
      return drawBars(
        {
          title,
          subtitle: sentences.join(' '),
          rows: rows(result),
          ranked,
          axis: unit,
          headings: [ranked ? 'estimate' : 'median', short],
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
