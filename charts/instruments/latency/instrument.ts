/** Latency under an open loop, at rates common to all servers. */
import { plural } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/format/instrument-files.ts'
import type { Column } from '../../../shared/probes/column.ts'
import { rateText, significant } from '../../../shared/text/numbers.ts'
import { rowOf } from '../../draw/rows.ts'
import { instrument } from '../instrument.ts'
import { lineChart, titleOfLines } from '../lines.ts'
import { type LatencyResult, type LatencyServer, latencyStore, QUANTILE_NAMES } from './format.ts'
import { matterText } from './matter.ts'
import { isHeld, type PointSummary, type Spread, summarizePoints } from './summary.ts'

type File = Unsealed<LatencyResult>
type Point = LatencyServer & { summary: PointSummary }

const twoDigits = {
  ...({ better: 'lower', interval: 'behind' } as const),
  format: (value: number) => (value === Number.POSITIVE_INFINITY ? '∞' : significant(value, 2)),
}

/** Returns no figure for a rate that a server does not hold: latency and CPU time would be those of a queue. */
const heldFigure = (summary: PointSummary, spread: Spread | null | undefined) =>
  spread && isHeld(summary) ? { value: spread.median, low: spread.min, high: spread.max } : null

const pointColumns: Column<Point, File>[] = [
  ...QUANTILE_NAMES.map(
    (name): Column<Point, File> => ({
      ...twoDigits,
      title: `${name}, ms`,
      ...(name === 'p90' && { on: ['terminal', 'page', 'data'] }),
      value: ({ summary }) => heldFigure(summary, summary.quantiles?.[name]),
    }),
  ),
  { ...twoDigits, title: 'CPU, µs', value: ({ summary }) => heldFigure(summary, summary.cpu) },
  { title: 'caveats', value: ({ summary }) => caveatsOf(summary).join(', ') },
]

export default instrument<LatencyResult, Point>({
  name: 'latency',
  title: 'Latency below the maximum',
  sentence: 'latency and CPU time per request at realistic rates',
  about:
    'Latency at realistic rates, in an open loop: requests are scheduled independently of the server, and latency is the time from the scheduled instant to the complete response. A figure is the median of a server’s fresh processes, followed by their range; where ranges overlap, the order is not significant. Each process sends a few thousand requests at a rate: enough for p99, too few for higher percentiles.',
  store: latencyStore,
  ofRequests: true,
  rows: (file) => pointsByRate(file).flatMap(([, points]) => points),
  partOf: ({ summary: { rate } }) => `${rateText(rate)}/s`,
  columns: [
    { title: 'requests/s', format: rateText, value: ({ summary }) => summary.rate },
    ...pointColumns,
  ],
  tables: (file) =>
    pointsByRate(file).map(([rate, rows]) => ({
      ...{ heading: `At ${rateText(rate)} requests/s`, rows, columns: pointColumns },
    })),
  charts: (file) => [overRateChart(file)],
  conditions,
  regions: (stored, published) => ({ matter: matterText(published, stored) }),
})

/** Returns the rows at each rate, the lowest median p99 first. */
function pointsByRate({ protocol, servers }: File): [rate: number, points: Point[]][] {
  const all = servers.flatMap((server) =>
    summarizePoints(server).map((summary): Point => ({ ...server, summary })),
  )
  const order = ({ summary }: Point) =>
    Math.min(
      (isHeld(summary) && summary.quantiles?.p99.median) || Number.MAX_VALUE,
      Number.MAX_VALUE,
    )
  const sorted = all.toSorted((a, b) => order(a) - order(b) || (a.name < b.name ? -1 : 1))
  return protocol.rates.map((rate) => [rate, sorted.filter(({ summary }) => summary.rate === rate)])
}

function overRateChart(file: LatencyResult) {
  const points = ratePoints(file)
  return lineChart({
    name: `${file.scenario}.latency`,
    title: titleOfLines(
      points,
      'p99 latency',
      file.protocol.rounds,
      (rate) => ` at ${rateText(rate)} requests/s`,
    ),
    subtitle:
      'Lower is better. Open loop; medians and ranges of fresh processes. A line ends at the highest rate that the server holds. Both axes are logarithmic.',
    points,
    axes: ['requests/s', 'p99, ms'],
  })
}

/** Returns the median p99 of each server at each rate that it holds. */
export function ratePoints({ servers }: Pick<File, 'servers'>) {
  return servers.flatMap((server) =>
    summarizePoints(server).flatMap((summary) => {
      const p99 = summary.quantiles?.p99
      if (!p99 || !Number.isFinite(p99.max) || !isHeld(summary)) return []
      const value = p99.median
      return [{ ...rowOf(server), count: summary.rate, value, low: p99.min, high: p99.max }]
    }),
  )
}

function caveatsOf(summary: PointSummary): string[] {
  const { held, counted, generatorPart, noisy } = summary
  if (counted === 0) return ['no figure: the load generator stalled each time']
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

function conditions({
  environment,
  protocol: { connections, rounds, seconds, seed },
}: File): string[] {
  return [
    `builtin ${environment.generatorVersion}, busy-polling: open loop, Poisson arrivals, ${connections} connections`,
    `${plural(rounds, 'fresh process', 'fresh processes')} per server, at least ${seconds} s at each rate, interleaved`,
    `seed ${seed}`,
  ]
}
