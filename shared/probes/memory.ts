/** Memory: after start, at its peak under a common load, at rest, and after garbage collection. */

import { z } from 'zod'
import { grouped, listed, plural } from '../basics/text.ts'
import { count, nonNegative, positive } from '../format/fields.ts'
import type { Subject } from '../format/measurement.ts'
import type { Chart, MultiplesChart } from '../probe/chart.ts'
import {
  type Contents,
  estimateOf,
  hasValues,
  type Metric,
  medianValue,
  type Probe,
  rowsOf,
  type SubjectRow,
  valuesOf,
} from '../probe/probe.ts'
import { Counter, Drawn, whyTooSmall } from '../probe/protocol.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import {
  type Growth,
  growthOf,
  growthOver,
  MOVING,
  RELEVANT,
  SETTLING,
  type UsePoint,
  verdictOf,
} from '../stats/leak.ts'
import { significant } from '../text/numbers.ts'
import { BY_LIMIT, COUNTED, FITS, isOfLimits, limitNotes, limitsFinding } from './memory-limits.ts'

/** Tolerated duration of a load, relative to the planned one: servers catch up after a stall of the machine, too slow ones do not. */
const LONGER = 1.02

const megabytes = { scale: 1e-6, better: 'lower', estimate: 'range' } as const
/** Unit of limits: MiB. */
const mebibytes = { ...megabytes, scale: 2 ** -20 } as const
const PEAK: Metric = {
  ...megabytes,
  id: 'peak',
  title: (file) => (isOfLimits(file) ? 'peak, MiB' : 'peak, MB'),
  value: (server, file) =>
    estimateOf(server, isOfLimits(file) ? { ...mebibytes, id: 'peak' } : PEAK),
}
const percents = { better: 'lower', estimate: 'range', digits: 2 } as const
const isSoak = ({ protocol }: Pick<Contents, 'protocol'>) => protocol.soak === true
const afterLoad = ({ protocol }: Contents) => `after ${requestsOf(protocol)} requests, MB`
const hundredths = (value: number) => value.toFixed(2)
const GROWTH = { leak: 'leaks', settling: 'growth slowing down', none: 'none' } as const

export const memory: Probe = {
  name: 'memory',
  title: 'Memory under load',
  sentence: 'resident memory and heap under the same load, at rest, and after garbage collection',
  about:
    'Memory of fresh server processes. In each table, all get the same request rate. A figure is the median of a server’s processes.',
  byScenario: true,
  timed: true,
  // Twelve servers under this load, on an unhealthy machine and a healthy one: heaps differ by at most 1% on Node, 8% on Bun.
  hasTimes: (file) => !isSoak(file),
  whyUnpublished: (file) => (isOfLimits(file) ? null : whyTooSmall({ loadSeconds: 40 })(file)),
  kindOf: (file) => (isSoak(file) ? 'soak' : isOfLimits(file) ? 'limits' : ''),
  protocol: Drawn.extend({
    rate: positive,
    connections: count,
    loadSeconds: positive,
    idleSeconds: nonNegative,
    sideBySide: count,
    soak: z.boolean().optional(),
    limits: z.string().optional().describe('what limits the memory of servers'),
    counter: Counter.optional(),
  }),
  evidence: z
    .array(z.tuple([nonNegative, nonNegative, nonNegative]))
    .optional()
    .describe(
      'seconds since the load began, responses by then, resident bytes; of a soak, bytes in use after GC',
    ),
  metrics: [
    ...FITS,
    ...[
      { id: 'start', title: 'start, MB' },
      PEAK,
      { ...mebibytes, id: 'youngPeak', title: 'tuned: peak, MiB' },
      { id: 'loaded', title: afterLoad, key: 'loaded' },
      { id: 'idle', title: 'idle, MB' },
      { id: 'heap', title: 'heap after GC, MB' },
    ].map((metric) => ({ ...megabytes, ...metric, when: hasValues(metric.id) })),
    ...[
      { id: 'collections', title: 'GCs per 1,000 requests' },
      { id: 'youngCollections', title: 'tuned: GCs per 1,000 requests' },
      { id: 'gcPercent', title: 'GC pauses, % of CPU time' },
    ].map((metric) => ({ ...percents, ...metric, when: hasValues(metric.id) })),
    COUNTED,
    {
      id: 'growth',
      title: 'bytes per request',
      better: 'lower',
      interval: 'behind',
      when: isSoak,
      format: hundredths,
      value(server) {
        const growth = growthIn(server)
        return growth && { value: growth.slope, low: growth.low, high: growth.high }
      },
    },
    {
      id: 'leak',
      title: 'leak',
      when: isSoak,
      value(server) {
        const growth = growthIn(server)
        return growth ? GROWTH[verdictOf(growth)] : 'the runtime reports no heap'
      },
    },
  ] satisfies Metric[],
  order: () => [BY_LIMIT, PEAK],
  caveats: [
    {
      word: 'slower',
      meaning: 'it could not sustain the rate, so it handled fewer requests in the same time',
      applies: (server, { protocol }) =>
        valuesOf(server, 'loadTook').some((took) => took > LONGER * Number(protocol.loadSeconds)),
    },
  ],
  heading: (file) =>
    `${scenarios.get(file.scenario ?? '')?.title}${isSoak(file) ? ': leaks' : isOfLimits(file) ? ': limits' : ''}`,
  lead: limitsFinding,
  charts(file) {
    if (isOfLimits(file)) return []
    return isSoak(file) ? [soakChart(file)] : [peakChart(file), seriesChart(file)]
  },
  notes: (file) => (isSoak(file) ? [leakRule(file)] : isOfLimits(file) ? limitNotes(file) : []),
  conditions(file) {
    const { rate, loadSeconds, connections, idleSeconds, processes, sideBySide, seed, counter } =
      file.protocol
    // Of limits, the last process of each server is one that is counted.
    const measured = Number(processes) - Number(typeof counter === 'string')
    return [
      `${grouped(Number(rate))} requests/s, evenly spaced, on ${connections} connections for ${loadSeconds} s: ${requestsOf(file.protocol)} requests`,
      ...(isSoak(file) ? ['GC forced at each point'] : []),
      ...(isOfLimits(file) ? [] : [`${idleSeconds} s idle`]),
      `${plural(measured, 'fresh process', 'fresh processes')} of each server${isOfLimits(file) ? ' and limit' : ''}, ${sideBySide} servers side by side`,
      ...(typeof counter === 'string' ? [`instructions counted by ${counter}`] : []),
      `seed ${seed}`,
    ]
  },
}

const requestsOf = ({ rate, loadSeconds }: Contents['protocol']) =>
  grouped(Number(rate) * Number(loadSeconds))

/** Returns whether the heap of a server grows for good, by the points of a soak. */
export function leaks(server: Pick<Subject, 'samples'>): boolean {
  const growth = growthIn(server)
  return growth !== null && verdictOf(growth) === 'leak'
}

const pointsOf = ({ evidence }: Pick<Subject, 'samples'>['samples'][number]) =>
  (evidence ?? []) as UsePoint[]

/** Returns null if a process has no points, since the runtime reports no heap, or too few. */
function growthIn({ samples }: Pick<Subject, 'samples'>): Growth | null {
  const growths = samples.map((sample) => growthOf(pointsOf(sample)))
  const known = growths.filter((growth) => growth !== null)
  return known.length === growths.length ? growthOver(known) : null
}

function leakRule({ protocol }: Contents): string {
  const seconds = Number(protocol.loadSeconds)
  const judged = Math.round((1 - SETTLING) * seconds)
  return `Bytes per request: growth of the heap after garbage collection, in the last ${grouped(judged)} of ${grouped(seconds)} s. It is a leak if its 95% interval is above zero, if it is at least ${RELEVANT} bytes per request and ${MOVING / 1024} KB in total, and if it does not slow down`
}

function peakChart(file: Contents): Chart {
  return {
    kind: 'dots',
    bars: true,
    name: `memory-${file.scenario}`,
    what: 'peak memory',
    verb: 'reaches',
    processes: Number(file.protocol.processes),
    subtitle:
      'Lower is better. Bars: peak resident memory. Start: after the first correct response. Heap: the JavaScript heap after garbage collection.',
    rows: rowsOf(memory, file),
    axis: 'megabytes',
    headings: ['peak', 'start', 'at rest', 'heap'],
    figures(row: SubjectRow) {
      const text = (id: string) => {
        const bytes = medianValue(row, id)
        return bytes === null ? '' : significant(bytes / 1e6)
      }
      const peak = estimateOf(row, { id: 'peak', scale: 1e-6 }) as { value: number }
      return {
        ...peak,
        figure: `${text('peak')} MB`,
        aside: text('start'),
        more: [text('idle'), text('heap')],
      }
    },
  }
}

/** Shows bytes in use by the first process of each server. */
function soakChart(file: Contents): Chart {
  const rows = rowsOf(memory, file)
  const leaking = rows.filter(leaks).map(({ displayName }) => displayName)
  // Many grow by less, significantly: so the title has the size that all intervals exclude.
  const excludes = (row: SubjectRow) => (growthIn(row)?.high ?? RELEVANT) < RELEVANT
  const outcome =
    leaking.length > 0
      ? `${listed(leaking)} leaked`
      : rows.length > 1 && rows.every(excludes)
        ? `No server leaked ${RELEVANT} bytes per request`
        : 'Memory in use'
  const minutes = Math.round(Number(file.protocol.loadSeconds) / 60)
  return overTime(file, {
    name: 'memory-leaks',
    finding: `${outcome} over ${minutes} minutes`,
    subtitle: 'Heap after garbage collection, part of resident memory.',
    axis: 'minutes',
    at: ([seconds]) => seconds / 60,
  })
}

/** Shows resident memory of the first process of each server. */
const seriesChart = (file: Contents): Chart =>
  overTime(file, {
    name: 'memory-over-time',
    finding: `Resident memory over ${requestsOf(file.protocol)} requests`,
    subtitle: 'Resident memory under load.',
    axis: 'thousand requests',
    at: ([, requests]) => requests / 1000,
  })

/** Returns the largest use of the first process. */
const mostIn = ({ samples: [first] }: SubjectRow) =>
  Math.max(...(first ? pointsOf(first) : []).map((point) => point[2]))

interface OverTime extends Pick<MultiplesChart, 'name' | 'subtitle' | 'axis'> {
  finding: string
  at(point: UsePoint): number
}

function overTime(
  file: Contents,
  { name, finding, at, ...chart }: OverTime,
): MultiplesChart<SubjectRow> {
  const rows = rowsOf(memory, file).filter(({ samples: [first] }) => first && pointsOf(first)[0])
  return {
    ...chart,
    kind: 'multiples',
    name: `${name}-${file.scenario}`,
    region: 'memory-over-time',
    title: `${finding} at ${grouped(Number(file.protocol.rate))} requests/s (${plural(rows.length, 'server')}, one process each)`,
    unit: 'MB',
    rows: rows.sort((a, b) => mostIn(a) - mostIn(b)),
    pointsOf: ({ samples: [first] }) =>
      (first ? pointsOf(first) : []).map((point) => ({ at: at(point), value: point[2] / 1e6 })),
  }
}
