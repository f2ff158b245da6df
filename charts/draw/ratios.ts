/** The chart of a scenario: requests/s relative to the baseline. */
import * as statistics from 'simple-statistics'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { pooledCaption, runsText } from '../text/conditions.ts'
import { marksOf } from '../text/marks.ts'
import { range, rankText, ratioText, significant } from '../text/numbers.ts'
import { drawDots } from './dots.ts'
import { renderSvg } from './frame.ts'
import { type Row, rowOf } from './rows.ts'
import { shortened } from './short-list.ts'
import { type ThemeName, themes } from './theme.ts'

/** Returns a row for each server that has a ratio, the highest first, equals by name. */
export function ratioRows(result: PooledResult): Row[] {
  const rows = result.servers.flatMap((server): Row[] => {
    const { name, summary } = server
    if (!summary?.ratioToBaseline) return []
    const { ratio: value, low, high } = summary.ratioToBaseline
    // One round has no interval.
    const ends = { low: low ?? value, high: high ?? value }
    const own = rowOf(server, marksOf(summary))
    return [
      {
        ...own,
        ...ends,
        value,
        role: name === result.baseline ? 'baseline' : own.role,
        rank: rankText(summary.ranks),
        figure: `${ratioText(value)}×`,
        aside: range(ends.low, ends.high, ratioText),
        spread: {
          predicted: result.pooled.get(name)?.ratio.predicted ?? ends,
          processes: dotsOf(summary.processes),
        },
      },
    ]
  })
  return rows.sort((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1))
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
export function drawRatios(result: PooledResult, themeName: ThemeName): string {
  const shown = shortened(result)
  const rows = ratioRows(shown)
  const baseline = result.servers.find(({ name }) => name === result.baseline)?.displayName ?? result.baseline
  const assumed =
    result.machines < LEAST_MACHINES ? `, whose differences are ${result.machines > 1 ? 'partly ' : ''}assumed` : ''
  const sentences = [
    `Higher is better. ${baseline} is 1; the axis is logarithmic.`,
    `Points: mean of ${runsText(result)}.`,
    `Thick: 95% interval of the mean over machines${assumed}; thin: 95% prediction interval for another machine; dots: processes, or ${MOST_DOTS} quantiles of them.`,
    shown.servers.some(({ summary }) => summary && summary.ranks.best < summary.ranks.worst)
      ? 'Ranks: 95% rank intervals (simultaneous),'
      : 'Ranks are',
    `among all ${ratioRows(result).length} servers.`,
  ]
  const drawing = drawDots(
    {
      title: ratiosFinding(result) ?? '',
      subtitle: sentences.join(' '),
      rows,
      axis: `× ${baseline}`,
      headings: ['ratio', '95% interval'],
    },
    themes[themeName],
  )
  return renderSvg(drawing, pooledCaption(shown), themes[themeName])
}

/** States the chart's finding: the extremes of its rows; null without a ratio. */
export function ratiosFinding(result: PooledResult): string | null {
  const rows = ratioRows(shortened(result))
  const [first, last] = [rows.at(0), rows.at(-1)]
  if (!first || !last) return null
  const { scenario, baseline } = result
  const text = ({ label, value }: Row) => `${significant(value)} (${label})`
  const range = first === last ? text(first) : `from ${text(first)} to ${text(last)}`
  return `${scenarios.get(scenario)?.title ?? scenario}: ${range} times the requests/s of ${baseline}`
}
