/** Formats the changes of a history. */
import { plural } from '../basics/text.ts'
import { textTable } from '../basics/text-table.ts'
import type { HistorySeries } from './history-series.ts'

const HEAD = ['scenario', 'what', 'server', 'from', 'to', 'change', '95% interval', 'likely cause']
const WHAT = { instructions: 'instructions per request', requests: 'requests/s over the baseline' } as const

/** Returns a line per change, and the number of series. */
export function historyText(series: readonly HistorySeries[]): string {
  const rows = series.flatMap(({ scenario, metric, displayName, changes }) =>
    changes.map(({ from, to, ratio, low, high, causes }) => [
      scenario,
      WHAT[metric],
      displayName,
      minute(from),
      minute(to),
      change(ratio),
      `${change(low)} to ${change(high)}`,
      causes.join('; ') || 'no known cause',
    ]),
  )
  return [...(rows.length > 0 ? [textTable(HEAD, rows)] : []), tail(series)].join('\n')
}

function tail(series: readonly HistorySeries[]): string {
  const compared = series.filter(({ points }) => points.length > 1)
  const changes = series.flatMap((each) => each.changes)
  const single = series.length - compared.length
  return [
    `${plural(changes.length, 'change')} in ${compared.length} series of two points or more`,
    ...(single > 0 ? [`${single} of a single point, with which nothing may be compared yet`] : []),
  ].join('; ')
}

/** Formats `2026-11-22 00:45`, UTC. */
function minute(date: string): string {
  return date.slice(0, 16).replace('T', ' ')
}

function change(ratio: number): string {
  return `${ratio > 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(2)}%`
}
