/** A chart of a mean and of what lies above it: thick bars and thin bars, both medians of the rounds. */
import type { Median, Result, Summary } from '../../shared/result/format.ts'
import type { Chart } from '../drawing/chart.ts'
import { roundsText } from '../pages/conditions.ts'
import { drawBars } from './bars.ts'
import { significant, withUnit } from './numbers.ts'
import { type Figures, rowsOf } from './rows.ts'

export interface TailMeasure {
  id: string
  title: string
  /** What the reader should make of it. */
  reading: string
  unit: string
  mean(summary: Summary): Median
  tail: { name: string; of(summary: Summary): Median }
}

/** Lowest mean first. */
export function tailBars({ id, title, reading, unit, mean, tail }: TailMeasure): Chart {
  const text = (value: number) => withUnit(significant(value), unit)
  const figures = (summary: Summary): Figures => {
    const [value, high] = [mean(summary).median, tail.of(summary).median]
    return { value, low: 0, high, figure: text(value), aside: text(high) }
  }
  const rows = (result: Result) => rowsOf(result, 'lowest', figures)
  return {
    id,
    title,
    rows,
    draw: (result, theme) =>
      drawBars(
        {
          title,
          subtitle: `${reading} Thick bars: mean. Thin bars: ${tail.name}. Medians of ${roundsText(result)}.`,
          rows: rows(result),
          axis: unit,
          headings: ['mean', tail.name],
          shape: 'bar and thin bar',
        },
        theme,
      ),
  }
}
