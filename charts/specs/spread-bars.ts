/** A chart of one measure: bars show the median of the rounds, whiskers the lowest and highest round. */
import type { Median, Result, Summary } from '../../bench/result.ts'
import type { Chart } from '../chart.ts'
import { roundsText } from '../conditions.ts'
import { range, rounded, withUnit } from '../numbers.ts'
import { type Figures, rowsOf } from '../rows.ts'
import { drawBars } from './bars.ts'

export interface Measure {
  id: string
  title: string
  unit: string
  better: 'higher' | 'lower'
  /** Significant digits. */
  digits: number
  /** In the unit. */
  of(summary: Summary): Median
}

export function spreadBars({ id, title, unit, better, digits, of }: Measure): Chart {
  const figures = (summary: Summary): Figures => {
    const { median, min, max } = of(summary)
    const format = (value: number) => rounded(value, digits)
    return {
      value: median,
      low: min,
      high: max,
      figure: withUnit(format(median), unit),
      aside: range(min, max, format),
    }
  }
  const rows = (result: Result) => rowsOf(result, better, figures)
  return {
    id,
    title,
    rows,
    draw: (result, theme) =>
      drawBars(
        {
          title,
          subtitle: `${better === 'higher' ? 'Higher' : 'Lower'} is better. Bars: median of ${roundsText(result.protocol)}. Whiskers: lowest and highest round.`,
          rows: rows(result),
          axis: unit,
          headings: ['median', 'min–max'],
          annotation: 'whisker',
        },
        theme,
      ),
  }
}
