/** Requests/s in relation to the baseline's: the surest figure, since what the machine did in a round falls out. */
import type { Result, Summary } from '../../shared/result/format.ts'
import type { Chart } from '../drawing/chart.ts'
import { roundsText } from '../pages/conditions.ts'
import { drawBars } from './bars.ts'
import { range, ratioText } from './numbers.ts'
import { rowsOf } from './rows.ts'
import { tiesText } from './spread-bars.ts'

const title = 'Requests per second relative to the baseline'

export const relative: Chart = {
  id: 'relative',
  title,
  rows,
  draw(result, theme) {
    const hasInterval = rows(result).some(({ low, high }) => low < high)
    const baseline = result.servers.find(({ name }) => name === result.baseline)?.displayName ?? result.baseline
    const sentences = [
      `Higher is better. ${baseline} is 1.`,
      `Points: ratio within a round, geometric mean of ${roundsText(result)}.`,
      hasInterval ? 'Whiskers: 95% interval.' : 'Too few rounds for an interval.',
      ...tiesText(result),
    ]
    return drawBars(
      {
        title: `Requests per second relative to ${baseline}`,
        subtitle: sentences.join(' '),
        rows: rows(result),
        ranked: true,
        axis: `× ${baseline}`,
        headings: ['ratio', hasInterval ? '95% interval' : ''],
        shape: 'point and whisker',
      },
      theme,
    )
  },
}

function rows(result: Result) {
  return rowsOf(result, 'rank', figures)
}

function figures({ ratioToBaseline }: Summary) {
  if (!ratioToBaseline) return null
  const { ratio: value, low, high } = ratioToBaseline
  const ends = low === null || high === null ? { low: value, high: value } : { low, high }
  return { value, ...ends, figure: `${ratioText(value)}×`, aside: range(ends.low, ends.high, ratioText) }
}
