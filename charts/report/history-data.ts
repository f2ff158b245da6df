/** The stored numbers of a scenario over time, as the report has them. */
import type { HistorySeries, SeriesPoint } from '../../shared/result/history-series.ts'
import type { HistoryChange, HistoryData, HistoryServer, TimePoint } from './data.ts'
import { figure, ratioFigure } from './figures.ts'

/** Of so many of the newest dates the page has room. */
const SHOWN = 40

/**
 * In the order of their first dates.
 * @param series of one scenario
 * @param textOf the place of a text among those that the page holds once
 */
export function historyOf(series: readonly HistorySeries[], textOf: (text: string) => number): HistoryData[] {
  const groups = Map.groupBy(series, ({ metric, conditions }) => JSON.stringify([metric, conditions]))
  const kinds = [...groups.values()].map((group): HistoryData => {
    const [{ metric, conditions }] = group as [HistorySeries, ...HistorySeries[]]
    const off = conditions['compilers switched off']
    const all = [...new Set(group.flatMap(({ points }) => points.map(({ date }) => date)))].sort()
    const dates = all.slice(-SHOWN)
    return {
      id: [metric, all[0]?.slice(0, 16), ...(off === undefined ? [] : [off])].join('-'),
      metric,
      conditions: textOf(conditionsText(metric, conditions)),
      dates,
      servers: group.flatMap((each) => serverOf(each, dates, textOf)),
    }
  })
  return kinds.sort((a, b) => ((a.dates[0] ?? '') < (b.dates[0] ?? '') ? -1 : 1))
}

function serverOf(
  { server, points, changes }: HistorySeries,
  dates: readonly string[],
  textOf: (text: string) => number,
): HistoryServer[] {
  const shown = points.filter(({ date }) => dates.includes(date))
  if (shown.length === 0) return []
  const before = points.length - shown.length
  // The level before a change must be seen for the change to be.
  const seen = changes.flatMap(({ at, causes, ...ratio }): HistoryChange[] =>
    at - before > 0 ? [{ at: at - before, ratio: ratioFigure(ratio), causes }] : [],
  )
  return [
    {
      name: server,
      points: shown.map(({ date, mean, low, high, ...rest }): TimePoint => {
        const label = textOf(rest.version ?? rest.runtime.split(' ').at(-1) ?? '')
        return [dates.indexOf(date), ...figure(mean, low, high), label, textOf(versionsText(rest))]
      }),
      ...(seen.length > 0 && { changes: seen }),
    },
  ]
}

/** `express 5.3.0, zod 4.6.7 on node 24.21.0`. */
function versionsText({
  displayName,
  version,
  packages,
  runtime,
}: Pick<SeriesPoint, 'displayName' | 'version' | 'packages' | 'runtime'>): string {
  const known = Object.entries(packages ?? (version === null ? {} : { [displayName]: version }))
  const own = known.map(([name, release]) => `${name} ${release}`).join(', ')
  return own === '' ? runtime : `${own} on ${runtime}`
}

function conditionsText(metric: HistorySeries['metric'], conditions: Record<string, string>): string {
  const of = (name: string) => conditions[name] ?? ''
  const off = of('compilers switched off')
  const without = off === '' ? '' : `, without ${off}`
  if (metric === 'instructions') {
    const machine = [of('counter version') || of('CPU'), of('OS')].join(', ')
    return `Instructions a request, counted by ${of('counter')} (${machine})${without}`
  }
  return `Requests/s over those of ${of('baseline')}: ${of('generator')}, ${of('connections')} connections with ${of('pipelining')} in flight, ${of('duration')} in slices of ${of('slice')}, on ${of('CPU')}`
}
