/** Latency under an open loop, at rates common to all servers. Each rate is a part of a server. */

import { z } from 'zod'
import { plural } from '../basics/text.ts'
import { count, positive } from '../format/fields.ts'
import type { Estimate } from '../stats/estimate.ts'
import { medianAndRange } from '../stats/intervals.ts'
import { medianOf } from '../stats/statistics.ts'
import { rateText, significant } from '../text/numbers.ts'
import type { Sample, Subject } from './measurement.ts'
import { firstOf, hasValues, type Metric, type Probe } from './probe.ts'
import { Drawn } from './protocol.ts'

/** Measured quantiles. A process sends a few thousand requests at a rate, too few for p99.9. */
export const QUANTILES = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const

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

/** A process holds a rate if it completes at least this share of requests and the backlog grows by at most that share. */
const HELD = { completed: 0.99, growth: 0.01 }
/** Limits of the load generator's part of p99 without a caveat: as a share of it, or in ms. */
const OWN_LIMIT = { share: 0.05, milliseconds: 0.1 }

export const ratePart = (rate: number) => `${rateText(rate)}/s`

/** Returns a metric of the rates that a server holds: elsewhere, latency and CPU time would be those of a queue. */
const ofHeld = (id: string, title: string): Metric => ({
  id,
  title,
  better: 'lower',
  interval: 'behind',
  format: (value) => (value === Number.POSITIVE_INFINITY ? '∞' : significant(value, 2)),
  value: (server) => heldRange(server, id),
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
    'Latency at realistic rates, in an open loop: requests are scheduled independently of the server, and latency is the time from the scheduled instant to the complete response. A figure is the median of a server’s fresh processes, followed by their range; where ranges overlap, the order is not significant. Each process sends a few thousand requests at a rate: enough for p99, too few for higher percentiles.',
  byScenario: true,
  timed: true,
  underLoad: true,
  protocol: Protocol,
  parts: ({ protocol }) =>
    (protocol as z.infer<typeof Protocol>).rates.map((rate) => ({
      part: ratePart(rate),
      heading: `At ${rateText(rate)} requests/s`,
    })),
  metrics: [
    { id: 'rate', title: 'requests/s', estimate: 'first', format: rateText, on: ['data'] },
    ofHeld('p50', 'p50, ms'),
    { ...ofHeld('p90', 'p90, ms'), on: ['terminal', 'page', 'data'] },
    { ...ofHeld('p95', 'p95, ms'), on: ['terminal', 'page', 'data'], when: hasValues('p95') },
    ofHeld('p99', 'p99, ms'),
    ofHeld('cpu', 'CPU, µs'),
    { id: 'caveats', title: 'caveats', value: (server) => caveatsOf(server).join(', ') },
  ],
  order: ['p99'],
  charts: (file) => [
    {
      kind: 'lines',
      name: `${file.scenario}.latency`,
      what: 'p99 latency',
      processes: Number(file.protocol.processes),
      where: (rate) => ` at ${rateText(rate)} requests/s`,
      subtitle:
        'Lower is better. Open loop; medians and ranges of fresh processes. A line ends at the highest rate that the server holds. Both axes are logarithmic.',
      points: file.subjects.flatMap((row) => {
        const { value, low, high } = heldRange(row, 'p99') ?? {}
        return value && low && high && Number.isFinite(high)
          ? [{ row, at: Number(firstOf(row, 'rate')), value, low, high }]
          : []
      }),
      axes: ['requests/s', 'p99, ms'],
    },
  ],
  conditions({ environment, protocol: { connections, processes, seconds, seed } }) {
    return [
      `builtin ${environment.generatorVersion}, busy-polling: open loop, Poisson arrivals, ${connections} connections`,
      `${plural(Number(processes), 'fresh process', 'fresh processes')} per server, at least ${seconds} s at each rate, interleaved`,
      `seed ${seed}`,
    ]
  },
}

type Processes = Pick<Subject, 'samples'>

/** Returns whether a process held a rate (`HELD`). */
export function holds({
  scheduled,
  completed,
  backlogGrowth,
}: Pick<LoadValues, 'scheduled' | 'completed' | 'backlogGrowth'>): boolean {
  return completed >= HELD.completed * scheduled && backlogGrowth <= HELD.growth * scheduled
}

/** Returns the loads that count. */
export function loadsOf({ samples }: Processes): LoadValues[] {
  const isLoad = (values: Sample['values']) => values.scheduled !== undefined
  return samples.flatMap(({ values }) => (isLoad(values) ? [values as unknown as LoadValues] : []))
}

/** Returns the number of processes that held the rate, of those that count. */
export function heldBy(server: Processes): { held: number; counted: number } {
  return {
    held: loadsOf(server).filter(holds).length,
    // A rate that was not loaded is far above the maximum, and not held.
    counted: server.samples.filter(({ values }) => values.scheduled !== undefined || !values.stalls)
      .length,
  }
}

/** Returns whether most processes held the rate. */
export function isHeld(server: Processes): boolean {
  const { held, counted } = heldBy(server)
  return 2 * held > counted
}

/** Returns median and range of the processes, Infinity if longer than the timeout; null if the rate is not held. */
function heldRange(server: Processes, id: string): Estimate | null {
  const unknown = id === 'cpu' ? [] : Number.POSITIVE_INFINITY
  const values = loadsOf(server).flatMap((load) => {
    const value = load[id as QuantileName]
    return value === null ? unknown : (value ?? [])
  })
  return values.length > 0 && isHeld(server) ? medianAndRange(values) : null
}

function caveatsOf(server: Processes): string[] {
  const { held, counted } = heldBy(server)
  if (counted === 0) return ['no figure: the load generator stalled each time']
  const part = generatorPartOf(server)
  const loads = loadsOf(server)
  return [
    ...(held < counted
      ? [`${isHeld(server) ? 'held' : 'does not hold: held'} by ${held} of ${counted} processes`]
      : []),
    ...(isHeld(server) && part !== null
      ? [`up to ${significant(part, 2)} ms of p99 may be the load generator’s`]
      : []),
    ...(loads.length > 0 && loads.every(({ noise }) => noise !== null) ? ['noisy'] : []),
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
  return part > Math.max(OWN_LIMIT.milliseconds, OWN_LIMIT.share * p99) ? part : null
}
