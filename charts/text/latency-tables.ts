/** The tables of latencies under an open loop, for a terminal and a page alike: cells are plain text. */
import { plural } from '../../shared/basics/text.ts'
import { type LatencyResult, type LatencyServer, QUANTILE_NAMES } from '../../shared/result/latency.ts'
import {
  isHeld,
  type ObjectiveSummary,
  type PointSummary,
  placesOf,
  type Spread,
  summarizeObjective,
  summarizePoints,
} from '../../shared/result/latency-summary.ts'
import { range, rateText, significant } from './numbers.ts'

export interface LatencyTable {
  title: string
  head: string[]
  /** A server each. */
  rows: string[][]
}

type Measured = Pick<LatencyResult, 'protocol' | 'servers'>

interface Row {
  server: LatencyServer
  summary: PointSummary
}

/** A table for each rate, the lowest median p99 first; one for each share; and one for the objective. */
export function latencyTables({ protocol, servers }: Measured): LatencyTable[] {
  const rows = servers.flatMap((server) => summarizePoints(server).map((summary): Row => ({ server, summary })))
  return [
    ...protocol.rates.map((rate) => {
      const own = rows.filter(({ summary }) => summary.share === null && summary.rate.median === rate)
      return rateTable(`At ${rateText(rate)} requests/s`, own)
    }),
    ...protocol.shares.map((share) => {
      const own = rows.filter(({ summary }) => summary.share === share)
      return rateTable(`At ${Math.round(share * 100)}% of each process’s maximum`, own, true)
    }),
    ...objectiveTable({ protocol, servers }),
  ].filter((table) => table.rows.length > 0)
}

function rateTable(title: string, rows: readonly Row[], isShare = false): LatencyTable {
  const order = ({ summary: { quantiles, counted, ...rest } }: Row) =>
    isHeld({ quantiles, counted, ...rest }) && quantiles ? quantiles.p99.median : counted > 0 ? Infinity : 1e9
  return {
    title,
    head: ['server', ...(isShare ? ['requests/s'] : []), ...QUANTILE_NAMES.map((name) => `${name} ms`), 'CPU µs', ''],
    rows: rows
      .toSorted((a, b) => compare(order(a), order(b)) || (a.server.name < b.server.name ? -1 : 1))
      .map(({ server, summary }) => [
        server.displayName,
        ...(isShare ? [spreadText(summary.rate, rateText)] : []),
        ...QUANTILE_NAMES.map((name) =>
          isHeld(summary) && summary.quantiles ? spreadText(summary.quantiles[name]) : '',
        ),
        isHeld(summary) && summary.cpu ? spreadText(summary.cpu) : '',
        caveatsOf(summary).join(', '),
      ]),
  }
}

/** Infinities have no difference. */
const compare = (a: number, b: number) => (a === b ? 0 : a - b)

function caveatsOf(summary: PointSummary): string[] {
  const { held, counted, generatorPart, noisy } = summary
  if (counted === 0) return ['no figure: the load generator stood still each time']
  return [
    ...(held < counted
      ? [`${isHeld(summary) ? 'held' : 'does not hold: held'} by ${held} of ${counted} processes`]
      : []),
    ...(isHeld(summary) && generatorPart !== null
      ? [`up to ${significant(generatorPart, 2)} ms of p99 may be the load generator’s`]
      : []),
    ...(noisy ? ['noisy'] : []),
  ]
}

/** None where no objective was asked for. */
function objectiveTable({ protocol: { objective }, servers }: Measured): LatencyTable[] {
  if (objective === null) return []
  const searched = servers
    .flatMap((server) => {
      const summary = summarizeObjective(server)
      return summary ? [{ server, summary }] : []
    })
    .sort((a, b) => b.summary.best.median - a.summary.best.median)
  const all = searched.map(({ summary }) => summary)
  const rows = searched.map(({ server, summary }) => {
    return [server.displayName, placeText(summary, all), bestText(summary), unknownText(summary)]
  })
  const title = `The highest rate with ${objective.quantile} below ${objective.milliseconds} ms`
  return [{ title, head: ['server', 'place', 'requests/s', ''], rows }]
}

/** `2`, or `2–3` where it is tied with another one. */
function placeText(summary: ObjectiveSummary, all: readonly ObjectiveSummary[]): string {
  const { first, last } = placesOf(summary, all)
  return first === last ? `${first}` : `${first}–${last}`
}

const bestText = ({ best }: ObjectiveSummary) => (best.max === 0 ? 'none' : spreadText(best, rateText))

const unknownText = ({ unknown }: ObjectiveSummary) =>
  unknown === 0 ? '' : `or more: the load generator can’t tell in ${plural(unknown, 'process', 'processes')}`

/** `0.35 (0.27–0.44)`: median, least and greatest; `∞` where longer than was waited for. */
function spreadText({ median, min, max }: Spread, format = (value: number) => significant(value, 2)): string {
  const text = (value: number) => (value === Number.POSITIVE_INFINITY ? '∞' : format(value))
  const ends = range(min, max, text)
  return ends === '' ? text(median) : `${text(median)} (${ends})`
}
