/** Latency under an open loop, at rates common to all servers. Each rate is a part of a server. */

import { z } from 'zod'
import { plural } from '../basics/text.ts'
import { count, positive } from '../format/fields.ts'
import type { Sample, Subject } from '../format/measurement.ts'
import type { Points } from '../probe/column.ts'
import {
  type Contents,
  columnOf,
  firstOf,
  hasValues,
  type Metric,
  type Probe,
  rowsOf,
  type Table,
} from '../probe/probe.ts'
import { Drawn, whyTooSmall } from '../probe/protocol.ts'
import { LEAST_PROCESSES } from '../stats/claims.ts'
import type { Estimate } from '../stats/estimate.ts'
import { medianEstimate } from '../stats/intervals.ts'
import { type Bimodal, withModes } from '../stats/modes.ts'
import { medianOf } from '../stats/statistics.ts'
import { rateText, significant } from '../text/numbers.ts'

/** Measured quantiles. A process sends a few thousand requests at a rate, too few for p99.9. */
export const QUANTILES = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99, max: 1 } as const

type QuantileName = keyof typeof QUANTILES

export const QUANTILE_NAMES = Object.keys(QUANTILES) as QuantileName[]

/** ms; null if longer than the timeout. */
export type Quantiles = Record<QuantileName, number | null>

/**
 * Figures of a process at a rate, beside `rate`, `maximum` (requests/s of a closed loop) and `stalls` (loads discarded because the
 * load generator stalled). A process lacks them if it stalled each time, or, without stalls, if the rate is far above the maximum.
 */
export interface LoadValues extends Quantiles {
  /** Requests due in the window: completed + failed + unsent. */
  scheduled: number
  /** With a response, even a late one. */
  completed: number
  /** Broken connection, or no response within the timeout. */
  failed: number
  /** No free connection within the timeout. */
  unsent: number
  /** Requests due and not completed: at the end of the window minus at its start. */
  backlogGrowth: number
  /** Upper bound in ms of the load generator's part of p99; null if p99 is null. */
  generatorPart: number | null
  /** µs of CPU time per request; null if unknown. */
  cpu: number | null
  /** Noise by other processes on these CPUs, if any. */
  noise: string | null
}

/** A process sustains a rate if it completes at least this share of requests and the backlog grows by at most that share. */
const SUSTAINED = { completed: 0.99, growth: 0.01 }
/** Limits of the load generator's part of p99 without a caveat: as a share of it, or in ms. */
const GENERATOR_LIMIT = { share: 0.05, milliseconds: 0.1 }

export const ratePart = (rate: number) => `${rateText(rate)}/s`

/** Returns a metric of the rates that a server sustains: at others, latency and CPU time would be those of a queue. */
const sustainedMetric = (
  id: string,
  title: string,
  overrides: Partial<Metric> = { interval: 'behind' },
): Metric => ({
  id,
  title,
  better: 'lower',
  format: (value) => (value === Number.POSITIVE_INFINITY ? '∞' : significant(value, 2)),
  when: hasValues(id),
  value: (server) => sustainedFigure(server, id),
  ...overrides,
})

const Protocol = Drawn.extend({
  rates: z.array(positive),
  connections: count,
  seconds: positive,
})

export const latency: Probe = {
  name: 'latency',
  title: 'Latency below the maximum',
  sentence: 'latency and CPU time per request at realistic rates',
  about:
    'Latency at realistic rates, in an open loop: requests are scheduled without waiting for the server, and latency is the time from the scheduled instant to the complete response. A figure is the median of a server’s fresh processes, followed by its 95% interval. If processes fall into two groups, both latencies are shown, each with its share of processes. With fewer than five processes, every process is shown. Each process gets a few thousand requests at each rate: enough for p99, too few for higher percentiles. Max is the longest latency of each process, as a median.',
  byScenario: true,
  timed: true,
  whyUnpublished: whyTooSmall({ processes: 5, seconds: 1 }),
  protocol: Protocol,
  parts: (file) => ratesOf(file).map((rate) => ({ part: ratePart(rate) })),
  metrics: [
    { id: 'rate', title: 'requests/s', estimate: 'first', format: rateText, on: ['data'] },
    sustainedMetric('p50', 'p50, ms'),
    sustainedMetric('p90', 'p90, ms'),
    sustainedMetric('p95', 'p95, ms'),
    sustainedMetric('p99', 'p99, ms'),
    // An interval would make the table wider than its page.
    sustainedMetric('max', 'max, ms', {}),
    sustainedMetric('cpu', 'CPU, µs'),
    {
      id: 'caveats',
      title: 'caveats',
      value: (server) => caveatsOf(server).map(caveatText).join(', '),
    },
  ],
  tables,
  order: ['p99'],
  charts: (file) => [
    {
      kind: 'lines',
      name: `${file.scenario}.latency`,
      what: 'p99 latency',
      processes: Number(file.protocol.processes),
      where: (rate) => ` at ${rateText(rate)} requests/s`,
      subtitle: `Lower is better. Open loop; medians of fresh processes, with 95% intervals. A line ends at the highest rate that the server sustains. Both axes are logarithmic.${file.subjects.some((row) => p99Of(row)?.rarer) ? ' Two points at one rate: processes have one of two latencies, and the line follows the more common one.' : ''}`,
      points: file.subjects.flatMap((row) => {
        const figure = p99Of(row)
        return figure ? [{ row, at: Number(firstOf(row, 'rate')), ...figure }] : []
      }),
      axes: ['requests/s', 'p99, ms'],
    },
  ],
  notes: (file) =>
    ratesOf(file).flatMap((rate) => {
      const part = ratePart(rate)
      const caveatRows = rowsOf(latency, file)
        .filter((row) => row.part === part)
        .flatMap((row) => caveatsOf(row).map((caveat) => ({ row, ...caveat })))
      return [...Map.groupBy(caveatRows, ({ what }) => what)].map(([what, caveats]) => {
        const names = caveats.map(
          ({ row, detail }) => `${row.displayName}${detail && ` (${detail})`}`,
        )
        return `At ${part}, ${what}: ${names.join(', ')}`
      })
    }),
  conditions({ environment, protocol: { connections, processes, seconds, seed } }) {
    return [
      `builtin ${environment.generatorVersion}, busy-polling: open loop, Poisson arrivals, ${connections} connections`,
      `${plural(Number(processes), 'fresh process', 'fresh processes')} per server, at least ${seconds} s at each rate, interleaved`,
      `seed ${seed}`,
    ]
  },
}

const ratesOf = ({ protocol }: Contents) => (protocol as z.infer<typeof Protocol>).rates

/** Returns a table of latencies per rate, and one of CPU times, each no wider than the page. */
function tables(file: Contents): Table[] {
  const rows = rowsOf(latency, file)
  const rowsAt = (rate: number) => rows.filter(({ part }) => part === ratePart(rate))
  // Older files have no p95.
  const ids = ['p50', hasValues('p95')(file) ? 'p95' : 'p90', 'p99', 'max']
  const quantiles = latency.metrics.filter(({ id }) => ids.includes(id)).map(columnOf)
  const rates = ratesOf(file)
  const times = rates.map((rate) =>
    columnOf({
      ...sustainedMetric('cpu', `at ${ratePart(rate)}, µs`),
      value({ name, runtime }) {
        const row = rowsAt(rate).find((row) => row.name === name && row.runtime === runtime)
        return row ? sustainedFigure(row, 'cpu') : null
      },
    }),
  )
  return [
    ...rates.map((rate) => ({
      heading: `At ${rateText(rate)} requests/s`,
      rows: rowsAt(rate),
      columns: quantiles,
    })),
    { heading: 'CPU time per request', rows: rowsAt(rates[0] ?? 0), columns: times },
  ]
}

type Processes = Pick<Subject, 'samples'>

/** Returns whether a process sustained a rate (`SUSTAINED`). */
export function sustains({
  scheduled,
  completed,
  backlogGrowth,
}: Pick<LoadValues, 'scheduled' | 'completed' | 'backlogGrowth'>): boolean {
  return (
    completed >= SUSTAINED.completed * scheduled && backlogGrowth <= SUSTAINED.growth * scheduled
  )
}

/** Returns the loads that count. */
export function loadsOf({ samples }: Processes): LoadValues[] {
  const isLoad = (values: Sample['values']) => values.scheduled !== undefined
  return samples.flatMap(({ values }) => (isLoad(values) ? [values as unknown as LoadValues] : []))
}

/** Returns the number of processes that sustained the rate, of those that count. */
export function sustainedCounts(server: Processes): { sustained: number; counted: number } {
  return {
    sustained: loadsOf(server).filter(sustains).length,
    // A rate that was not loaded is far above the maximum, and not sustained.
    counted: server.samples.filter(({ values }) => values.scheduled !== undefined || !values.stalls)
      .length,
  }
}

/** Returns whether most processes sustained the rate. */
export function isSustained(server: Processes): boolean {
  const { sustained, counted } = sustainedCounts(server)
  return 2 * sustained > counted
}

/**
 * Returns the median of the processes, Infinity if longer than the timeout; null if the rate is not sustained. From five processes on
 * it has an interval, and modes if there are two.
 */
function sustainedFigure(server: Processes, id: string): Estimate | Points | Bimodal | null {
  const unknown = id === 'cpu' ? [] : Number.POSITIVE_INFINITY
  const values = loadsOf(server).flatMap((load) => {
    const value = load[id as QuantileName]
    return value === null ? unknown : (value ?? [])
  })
  if (values.length === 0 || !isSustained(server)) return null
  const figure = medianEstimate(values)
  return values.length < LEAST_PROCESSES ? { ...figure, points: values } : withModes(figure, values)
}

/** Returns a point of the chart: of a bimodal server, that of most processes, and the other. */
function p99Of(server: Processes) {
  const figure = sustainedFigure(server, 'p99')
  if (!figure || ![figure.value, figure.high ?? 0].every(Number.isFinite)) return null
  const [common, rare] =
    'modes' in figure ? figure.modes.toSorted((a, b) => b.processes - a.processes) : []
  const { value, low, high } = figure
  return {
    value: common?.center ?? value,
    ...(rare && { rarer: rare.center }),
    ...(low !== null && high !== null && { low, high }),
  }
}

interface Caveat {
  what: string
  /** What differs from server to server. */
  detail: string
}

const caveatText = ({ what, detail }: Caveat) => `${what}${detail && ` (${detail})`}`

function caveatsOf(server: Processes): Caveat[] {
  const { sustained, counted } = sustainedCounts(server)
  if (counted === 0)
    return [{ what: 'no figure, because the load generator stalled each time', detail: '' }]
  const part = generatorPartOf(server)
  const loads = loadsOf(server)
  return [
    ...(sustained < counted
      ? [
          {
            what: isSustained(server)
              ? 'not all processes sustain the rate'
              : 'most processes do not sustain the rate',
            detail: `${sustained} of ${counted} do`,
          },
        ]
      : []),
    ...(isSustained(server) && part !== null
      ? [
          {
            what: `over ${100 * GENERATOR_LIMIT.share}% of p99 may come from the load generator`,
            detail: `up to ${significant(part, 2)} ms`,
          },
        ]
      : []),
    ...(loads.length > 0 && loads.every(({ noise }) => noise !== null)
      ? [{ what: 'noisy, because every load was disturbed', detail: '' }]
      : []),
  ]
}

/** Returns the ms of the median p99 that may be the load generator's, if that is much of it. */
function generatorPartOf(server: Processes): number | null {
  const known = loadsOf(server).flatMap(({ p99, generatorPart: part }) =>
    p99 === null || part === null ? [] : [{ p99, part }],
  )
  if (known.length === 0) return null
  const [p99, part] = [
    medianOf(known.map((load) => load.p99)),
    medianOf(known.map((load) => load.part)),
  ]
  return part > Math.max(GENERATOR_LIMIT.milliseconds, GENERATOR_LIMIT.share * p99) ? part : null
}
