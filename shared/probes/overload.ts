/** Goodput, memory and recovery under loads around each server's capacity. Values at a multiple have ids such as `goodput@1.5`. */

import { z } from 'zod'
import { listed, plural } from '../basics/text.ts'
import { count, positive } from '../format/fields.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import { type Estimate, mapEstimate } from '../stats/estimate.ts'
import { medianEstimate } from '../stats/intervals.ts'
import { medianOf } from '../stats/statistics.ts'
import { rateText, significant } from '../text/numbers.ts'
import type { Sample, Subject } from './measurement.ts'
import { type Contents, type Metric, type Probe, rowsOf } from './probe.ts'
import { Drawn } from './protocol.ts'

/** Figures of a process at a multiple of its capacity. */
export interface OverloadValues {
  /** Right responses in time, in percent of the capacity. */
  goodput: number
  /** In percent of the requests that were due: with status 429 or 503 in time. */
  rejected: number
  /** In percent of them: those that the load generator was too busy to send when they were due. */
  behind: number
  /** ms from due to response, of the good ones; null without any. */
  p99: number | null
  /** Peak resident size, relative to that at the lowest multiple. */
  memory: number
  /** ms after the load fell until responses were good again; null: not while loaded. */
  recovery: number | null
}

type Figure = keyof OverloadValues

/** Percentage of the requests that the load generator may send late, in the median process. */
const BEHIND = 5
/** Goodput, in percent: no server does so much more than a capacity that was measured correctly. */
const IMPOSSIBLE = 110
/** Lowest goodput in the chart, in percent: its axis is logarithmic. */
const FLOOR = 1

/** Reasons for no figure, by the words in its place. */
const REASONS = {
  'not sent': 'the load generator could not send so much',
  'not warm':
    'the capacity was measured too low, in processes that were still warming up or did a tenth more later, so that the load was less than it says',
}

const Protocol = Drawn.extend({
  multiples: z.array(positive),
  patience: positive,
  beforeSeconds: positive,
  seconds: positive,
  afterSeconds: positive,
  mostConnections: count,
})

const multiplesOf = ({ protocol }: Contents) => (protocol as z.infer<typeof Protocol>).multiples
const highestOf = (file: Contents) => Math.max(...multiplesOf(file))

const atMultiple = (
  title: string,
  figure: Figure,
  multiple: number,
  more: Partial<Metric> = {},
): Metric => ({
  id: `${figure}@${multiple}`,
  title,
  digits: 2,
  interval: 'behind',
  better: 'lower',
  when: (file) => multiplesOf(file).includes(multiple),
  value: (server) => figureAt(server, multiple, figure),
  marks: (server) => missingAt(server, multiple),
  ...more,
})

export const overload: Probe = {
  name: 'overload',
  title: 'Overload',
  sentence: 'what servers still do in time at up to twice their capacity',
  about:
    'Clients send more than a server can handle, and give up when a response takes too long. Goodput is correct responses in time, relative to the capacity, which is that of a closed loop. A figure is the median of fresh processes, followed by their range. Memory is relative to that at the lowest load.',
  byScenario: true,
  timed: true,
  underLoad: true,
  protocol: Protocol,
  metrics: [
    { id: 'capacity', title: 'capacity, requests/s', format: rateText },
    ...[1, 1.5, 2].map((multiple) =>
      atMultiple(`goodput at ${multiple}×, %`, 'goodput', multiple, { better: 'higher' }),
    ),
    atMultiple('rejected at 2×, %', 'rejected', 2),
    atMultiple('p99 of good at 1.5×, ms', 'p99', 1.5),
    atMultiple('memory at 2×, relative', 'memory', 2),
    atMultiple('recovery after 2×, ms', 'recovery', 2, {
      format: (value) => (Number.isFinite(value) ? String(value) : '∞'),
    }),
  ],
  order: (file) => [atMultiple('goodput', 'goodput', highestOf(file), { better: 'higher' })],
  lead: (stored) =>
    stored
      .map(({ file }) => `**${scenarios.get(file.scenario ?? '')?.title}: ${outcomeOf(file)}.**`)
      .join('\n\n'),
  charts: (file) => [
    {
      kind: 'lines',
      name: `${file.scenario}.overload`,
      what: 'goodput',
      processes: Number(file.protocol.processes),
      title: outcomeOf(file).replace(/^./, (first) => first.toUpperCase()),
      subtitle: `Higher is better. Goodput over the offered load, both relative to the capacity: correct responses within ${file.protocol.patience} ms; medians and ranges of fresh processes. Both axes are logarithmic; ${FLOOR}% is that or less.`,
      points: rowsOf(overload, file).flatMap((row) =>
        multiplesOf(file).flatMap((multiple) => {
          const goodput = figureAt(row, multiple, 'goodput')
          if (!goodput) return []
          const { value, low, high } = mapEstimate(goodput, (share) => Math.max(FLOOR, share))
          return [{ row, at: 100 * multiple, value, low: low ?? value, high: high ?? value }]
        }),
      ),
      axes: ['offered, % of the capacity', 'goodput, % of the capacity'],
    },
  ],
  notes(file) {
    const missing = new Set<string>(
      rowsOf(overload, file).flatMap((server) =>
        multiplesOf(file).map((multiple) => missingAt(server, multiple)),
      ),
    )
    return Object.entries(REASONS).flatMap(([words, why]) =>
      missing.has(words) ? [`${words}: ${why}`] : [],
    )
  },
  conditions({ protocol }) {
    const { patience, beforeSeconds, seconds, afterSeconds, processes, mostConnections, seed } =
      protocol
    return [
      `Poisson arrivals, ${seconds} s at each load, at half the capacity ${beforeSeconds} s before and ${afterSeconds} s after`,
      `clients give up after ${patience} ms; at most ${mostConnections} connections`,
      plural(Number(processes), 'fresh process', 'fresh processes'),
      `seed ${seed}`,
    ]
  },
}

/** Returns a figure of each process that has it; a recovery that was not seen is infinite. */
const valuesAt = ({ samples }: Subject, multiple: number, figure: Figure): number[] =>
  samples.flatMap(({ values }) => {
    const value = values[`${figure}@${multiple}`]
    if (value === null && figure === 'recovery') return Number.POSITIVE_INFINITY
    return typeof value === 'number' ? value : []
  })

/** Returns the words in place of figures at a load; empty if they count. */
function missingAt(server: Subject, multiple: number): keyof typeof REASONS | '' {
  const { samples } = server
  const goodputs = (values: Sample['values']) =>
    Object.entries(values).flatMap(([id, value]) => (id.startsWith('goodput@') ? value : []))
  const isTooLow = ({ values }: Sample) =>
    !values.settled || goodputs(values).some((value) => Number(value) > IMPOSSIBLE)
  if (2 * samples.filter(isTooLow).length > samples.length) return 'not warm'
  const behind = valuesAt(server, multiple, 'behind')
  return behind.length > 0 && medianOf(behind) > BEHIND ? 'not sent' : ''
}

/** Returns the median over processes; null if one of them has no figure, or none counts. */
function figureAt(server: Subject, multiple: number, figure: Figure): Estimate | null {
  const values = valuesAt(server, multiple, figure)
  return values.length < server.samples.length || missingAt(server, multiple)
    ? null
    : medianEstimate(values)
}

/** Says what the servers do at the highest multiple, as far as all of their processes agree. */
function outcomeOf(file: Contents): string {
  const highest = highestOf(file)
  const figures = rowsOf(overload, file).flatMap((server) => {
    const { low, high } = figureAt(server, highest, 'goodput') ?? {}
    return low != null && high != null ? [{ name: server.displayName, low, high }] : []
  })
  const at = `at ${highest} times their capacity`
  const percent = (value: number) => `${significant(value, 2)}%`
  const most = figures.filter(({ low }) => low >= 50)
  const less = figures.filter(({ high }) => high < 50).map(({ name }) => name)
  const mixed = figures.filter(({ low, high }) => low < 50 && high >= 50)
  const least = Math.min(...most.map(({ low }) => low))
  const responds = most.length === 1 ? 'responds' : 'respond'
  const parts = [
    ...(most.length > 0
      ? [
          `${most.length} of ${plural(figures.length, 'server')} with a figure ${responds} in time to at least ${percent(least)} of what they can handle`,
        ]
      : []),
    ...(less.length > 0 ? [`${listed(less)} to less than half`] : []),
    ...mixed.map(
      ({ name, low, high }) =>
        `processes of ${name} range from ${percent(low)} to ${percent(high)}`,
    ),
  ]
  return parts.length > 0 ? `${at}, ${parts.join('; ')}` : `goodput ${at}`
}
