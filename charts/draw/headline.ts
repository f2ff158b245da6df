/** README's chart: requests/s of the short list, relative to the baseline. */
import * as statistics from 'simple-statistics'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { pooledCaption, runsText } from '../text/conditions.ts'
import { range, ratioText } from '../text/numbers.ts'
import { drawBars } from './bars.ts'
import { renderSvg } from './render.ts'
import { endsOf, finding, type Row, rowsOf, WHISKERS } from './rows.ts'
import { shortened } from './short-list.ts'
import { type ThemeName, themes } from './theme.ts'

/** Returns a row for each server that has a ratio, the highest first. */
export function ratioRows(result: PooledResult): Row[] {
  return rowsOf(result, ({ ratioToBaseline, processes }, { name }) => {
    if (!ratioToBaseline) return null
    const { ratio: value } = ratioToBaseline
    const ends = endsOf({ ...ratioToBaseline, value })
    const predicted = result.pooled.get(name)?.ratio.predicted ?? ends
    const spread = { predicted, processes: dotsOf(processes) }
    return { value, ...ends, figure: `${ratioText(value)}×`, aside: range(ends.low, ends.high, ratioText), spread }
  })
}

/** More dots would merge into a line and enlarge the file. */
const MOST_DOTS = 20

/**
 * Returns a ratio per process, or `MOST_DOTS` quantiles of them (M. Kay, T. Kola, J. R. Hullman, S. A. Munson,
 * "When (ish) is my bus?", CHI 2016).
 */
function dotsOf(processes: readonly number[]): number[] {
  if (processes.length <= MOST_DOTS) return [...processes]
  const shares = Array.from({ length: MOST_DOTS }, (_, i) => (i + 0.5) / MOST_DOTS)
  return statistics.quantile([...processes], shares)
}

/** From so many on, the differences between machines are estimated from their runs. */
const LEAST_MACHINES = 3

/** Returns the chart as SVG. */
export function drawHeadline(result: PooledResult, themeName: ThemeName): Promise<string> {
  const short = shortened(result)
  const rows = ratioRows(short)
  const baseline = result.servers.find(({ name }) => name === result.baseline)?.displayName ?? result.baseline
  const sentences = [
    `Higher is better. ${baseline} is 1; the axis is logarithmic.`,
    `Points: mean of ${runsText(result)}.`,
    `Thick: ${WHISKERS}${result.machines < LEAST_MACHINES ? ', whose differences are assumed' : ''}; thin: 95% prediction interval for another machine; dots: processes, or ${MOST_DOTS} quantiles of them.`,
    short.servers.some(({ summary }) => summary && summary.ranks.best < summary.ranks.worst)
      ? 'Ranks: 95% rank intervals (simultaneous),'
      : 'Ranks are',
    `among all ${ratioRows(result).length} servers.`,
  ]
  const drawing = drawBars(
    {
      title: `Requests per second relative to ${baseline}`,
      subtitle: sentences.join(' '),
      rows,
      ranked: true,
      axis: `× ${baseline}`,
      headings: ['ratio', '95% interval'],
      shape: 'point and intervals',
    },
    themes[themeName],
  )
  return renderSvg(drawing, pooledCaption(short), themes[themeName])
}

export function headlineFinding(result: PooledResult): string {
  return finding('Requests per second relative to the baseline', ratioRows(shortened(result)))
}
