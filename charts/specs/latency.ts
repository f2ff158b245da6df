/** Latency: thick bars for the mean and thin bars for the p99 above it, both medians of the rounds. */
import type { Result, Summary } from '../../shared/result/format.ts'
import { roundsText } from '../text/conditions.ts'
import { significant } from '../text/numbers.ts'
import { drawBars } from './bars.ts'
import type { Chart } from './chart.ts'
import { type Figures, rowsOf } from './rows.ts'

const title = 'Latency under full load'

export const latency: Chart = {
  id: 'latency',
  title,
  rows,
  draw: (result, theme) =>
    drawBars(
      {
        title,
        subtitle: `Lower is better. Thick bars: mean. Thin bars: p99. Medians of ${roundsText(result)}.`,
        rows: rows(result),
        axis: 'ms',
        headings: ['mean', 'p99'],
        shape: 'bar and thin bar',
      },
      theme,
    ),
}

/** Lowest mean first. */
function rows(result: Result) {
  return rowsOf(result, 'lowest', figures)
}

function figures({ latencyMean, latencyP99 }: Summary): Figures {
  const text = (value: number) => `${significant(value)} ms`
  const [value, high] = [latencyMean.median, latencyP99.median]
  return { value, low: 0, high, figure: text(value), aside: text(high) }
}
