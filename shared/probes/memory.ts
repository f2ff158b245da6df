/** Memory: after start, at its peak under a common load, at rest, and after garbage collection. */

import { z } from 'zod'
import { grouped, listed, plural } from '../basics/text.ts'
import { count, nonNegative, positive } from '../format/fields.ts'
import type { Subject } from '../format/measurement.ts'
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
import type { Chart } from './chart.ts'
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
} from './probe.ts'
import { Drawn } from './protocol.ts'

/** Tolerated duration of a load, relative to the planned one: servers catch up after a stall of the machine, too slow ones do not. */
const LONGER = 1.02

const megabytes = { scale: 1e-6, better: 'lower', estimate: 'range' } as const
const percents = { better: 'lower', estimate: 'range', digits: 2 } as const
const isSoak = ({ protocol }: Pick<Contents, 'protocol'>) => protocol.soak === true
const hundredths = (value: number) => value.toFixed(2)
const GROWTH = { leak: 'leaks', settling: 'growth slowing down', none: 'none' } as const

export const memory: Probe = {
  name: 'memory',
  title: 'Memory under load',
  sentence: 'resident memory and heap under the same load, at rest, and after garbage collection',
  about:
    'Memory of fresh processes under the same request rate. A figure is the median of a server’s processes.',
  byScenario: true,
  timed: true,
  underLoad: true,
  kindOf: (file) => (isSoak(file) ? 'soak' : ''),
  protocol: Drawn.extend({
    rate: positive,
    connections: count,
    loadSeconds: positive,
    idleSeconds: nonNegative,
    sideBySide: count,
    soak: z.boolean().optional(),
  }),
  evidence: z
    .array(z.tuple([nonNegative, nonNegative, nonNegative]))
    .optional()
    .describe('of a soak: seconds since the load began, responses by then, bytes in use after GC'),
  metrics: [
    { ...megabytes, id: 'start', title: 'start, MB' },
    { ...megabytes, id: 'peak', title: 'peak, MB' },
    { ...megabytes, id: 'idle', title: 'idle, MB' },
    { ...megabytes, id: 'heap', title: 'heap after GC, MB' },
    ...[
      { id: 'collections', title: 'GCs per 1,000 requests' },
      { id: 'gcPercent', title: 'GC, % of CPU time' },
    ].map((metric) => ({ ...percents, ...metric, when: hasValues(metric.id) })),
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
  order: ['peak'],
  caveats: [
    {
      word: 'slower',
      meaning: 'it did not hold the rate, and so handled fewer requests in the same time',
      applies: (server, { protocol }) =>
        valuesOf(server, 'loadTook').some((took) => took > LONGER * Number(protocol.loadSeconds)),
    },
  ],
  heading: ({ scenario = '', protocol }) =>
    `${scenarios.get(scenario)?.title}${protocol.soak ? ': over time' : ''}`,
  charts: (file) => [isSoak(file) ? overTimeChart(file) : peakChart(file)],
  notes: (file) => (isSoak(file) ? [leakRule(file)] : []),
  conditions({ protocol }) {
    const { rate, loadSeconds, connections, idleSeconds, processes, sideBySide, seed } = protocol
    return [
      `${grouped(Number(rate))} requests/s, evenly spaced, on ${connections} connections for ${loadSeconds} s: ${grouped(Number(rate) * Number(loadSeconds))} requests`,
      ...(protocol.soak ? ['GC forced at each point'] : []),
      `${idleSeconds} s idle`,
      `${plural(Number(processes), 'fresh process', 'fresh processes')} of each server, ${sideBySide} servers side by side`,
      `seed ${seed}`,
    ]
  },
}

/** Returns whether the heap of a server grows for good. */
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
  return `Bytes per request: growth of the heap after garbage collection in the last ${grouped(judged)} of ${grouped(seconds)} s. A leak is a slope whose 95% interval is above zero, of at least ${RELEVANT} bytes per request and ${MOVING / 1024} KB in total, and which does not slow down`
}

function peakChart(file: Contents): Chart {
  return {
    kind: 'dots',
    name: `memory-${file.scenario}`,
    what: 'peak memory',
    verb: 'takes',
    processes: Number(file.protocol.processes),
    subtitle:
      'Lower is better. Points: peak resident memory. Start: after the first correct response. Heap: JavaScript’s, after garbage collection.',
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
function overTimeChart(file: Contents): Chart {
  const rows = rowsOf(memory, file)
  const leaking = rows.filter(leaks).map(({ displayName }) => displayName)
  const all = `${rows.length} servers, one process each`
  const found = leaking.length > 0 ? `${all}: ${listed(leaking)} leaked` : `${all}: memory in use`
  const { loadSeconds, rate } = file.protocol
  const minutes = Math.round(Number(loadSeconds) / 60)
  return {
    kind: 'lines',
    name: `memory-over-time-${file.scenario}`,
    region: 'memory-over-time',
    title: `${found} over ${minutes} minutes at ${grouped(Number(rate))} requests/s`,
    subtitle: 'JavaScript’s memory in use after garbage collection.',
    what: 'memory in use',
    processes: 1,
    points: rows.flatMap((row) =>
      row.samples
        .slice(0, 1)
        .flatMap(pointsOf)
        .map(([seconds, , bytes]) => ({ row, at: seconds / 60, value: bytes / 1e6 })),
    ),
    axes: ['minutes', 'MB in use'],
    linear: true,
  }
}
