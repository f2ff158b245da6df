/** Requests/s in relation to the baseline's: the surest figure, since what the machine did in a round falls out. */
import type { Result, Summary } from '../../shared/result/format.ts'
import type { Drawing } from '../drawing/frame.ts'
import type { Theme } from '../drawing/theme.ts'
import { roundsText } from '../text/conditions.ts'
import { range, ratioText } from '../text/numbers.ts'
import { spreadNames } from '../text/spread.ts'
import { drawBars } from './bars.ts'
import type { Chart } from './chart.ts'
import { rowsOf } from './rows.ts'
import { tiesText } from './spread-bars.ts'

export const relative: Chart = {
  id: 'relative',
  title: 'Requests per second relative to the baseline',
  rows,
  draw: (result, theme) => drawRatios(result, theme),
}

/**
 * @param rowHeight pixels from one server to the next; the usual where it is left out
 * @param more what the subtitle says besides
 */
export function drawRatios(result: Result, theme: Theme, rowHeight?: number, more?: string): Drawing {
  const hasInterval = rows(result).some(({ low, high }) => low < high)
  const baseline = result.servers.find(({ name }) => name === result.baseline)?.displayName ?? result.baseline
  const sentences = [
    `Higher is better. ${baseline} is 1.`,
    `Points: estimate from all slices of ${roundsText(result)}.`,
    hasInterval ? `Whiskers: ${spreadNames('interval', result).long}.` : 'Too few rounds for an interval.',
    ...tiesText(result),
    ...(more ? [more] : []),
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
      ...(rowHeight ? { rowHeight } : {}),
    },
    theme,
  )
}

function rows(result: Result) {
  return rowsOf(result, 'highest', figures)
}

function figures({ ratioToBaseline }: Summary) {
  if (!ratioToBaseline) return null
  const { ratio: value, low, high } = ratioToBaseline
  const ends = low === null || high === null ? { low: value, high: value } : { low, high }
  return { value, ...ends, figure: `${ratioText(value)}×`, aside: range(ends.low, ends.high, ratioText) }
}
