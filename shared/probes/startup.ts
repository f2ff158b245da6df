/** Starting servers: from spawning a fresh process to its first correct response. */

import { z } from 'zod'
import { grouped, listed, plural } from '../basics/text.ts'
import { count } from '../format/fields.ts'
import type { DotChart } from '../probe/chart.ts'
import type { Row } from '../probe/column.ts'
import {
  type Contents,
  columnOf,
  type Metric,
  medianValue,
  type Probe,
  rowsOf,
  valuesOf,
} from '../probe/probe.ts'
import { Counter, Drawn, whyTooSmall } from '../probe/protocol.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import { medianAndRange } from '../stats/intervals.ts'
import { medianOf } from '../stats/statistics.ts'

/** Ways to start a server of Node as it is deployed. Otherwise it starts from its source or build: the part is empty. */
export const DEPLOYED = ['bundled', 'compile-cache', 'bundled+compile-cache'] as const

/** The part of a server with so many routes. */
export const routesPart = (routes: number) => plural(routes, 'route')

const REFERENCE = 'http-node'
/** Bytes: smallest memory of serverless functions, 128 MiB. */
const SMALLEST = 128 * 2 ** 20

const isTimed = ({ subjects }: Pick<Contents, 'subjects'>) =>
  subjects.some((subject) => valuesOf(subject, 'seconds').length > 0)
const hasWays = (file: Contents) => DEPLOYED.some((way) => counted(file, way).length > 0)

const started = (file: Contents, part = '') =>
  rowsOf(startup, file).filter((row) => row.part === part)
const counted = (file: Contents, part: string) =>
  started(file, part).filter((row) => valuesOf(row, 'instructions').length > 0)

const figures: Metric[] = [
  {
    id: 'instructions',
    title: 'million instructions',
    scale: 1e-6,
    better: 'lower',
    counted: true,
    // Of equal comparisons drawn from the stored counts of all servers, fewer than 1 in 200 differ by more with confidence.
    threshold: 0.005,
  },
  { id: 'peak', title: 'peak MB', scale: 1e-6, better: 'lower' },
  {
    id: 'seconds',
    title: 'ms',
    scale: 1e3,
    better: 'lower',
    interval: 'behind',
    when: isTimed,
  },
]

const ratios = { better: 'lower', format: (value: number) => value.toFixed(2) } as const

/** Instructions of one way to start a server, relative to the start of the same or another server from its source. */
const times = (title: string, way: string, base?: string): Metric => ({
  ...ratios,
  id: `${way || 'source'}_ratio`,
  title,
  value: ({ name }, file) => ratioIn(file, name, way, base ?? name),
})

const Protocol = Drawn.extend({
  routes: z.array(count),
  polling: z.boolean().optional(),
  counted: count,
  counter: Counter,
})

export const startup: Probe = {
  name: 'startup',
  title: 'Startup',
  sentence:
    'work and time before the first correct response: from source, bundled, with a compile cache, with many routes',
  about:
    'Each fresh process is polled from its spawn until it responds correctly to a valid call. A figure is the median of a server’s processes. `×`: instructions relative to starting the same server from source.',
  byScenario: true,
  larger: 'slower',
  timed: true,
  hasTimes: (file) => isTimed(file),
  whyUnpublished: whyTooSmall({ processes: 5 }),
  // Times hold on their own machine only.
  publish: (file) => (isTimed(file) ? 'newest' : 'pooled'),
  kindOf: (file) => (isTimed(file) ? 'timed' : ''),
  protocol: Protocol,
  metrics: [{ id: 'start', title: 'start', value: ({ part }) => part }, ...figures],
  order: ['seconds', 'instructions'],
  tables: (file) => [
    {
      rows: started(file),
      columns: [
        ...figures,
        ...DEPLOYED.map((way) => ({ ...times(`${way}, ×`, way), when: hasWays })),
        perRoute(file),
      ].map(columnOf),
    },
  ],
  // Unlike times, ratios of instructions hold on other machines.
  overview: (file) => ({
    rows: started(file),
    columns: [columnOf({ ...times(`start, × ${REFERENCE}`, '', REFERENCE), doc: 'startup.md' })],
  }),
  heading: (file) =>
    `${scenarios.get(file.scenario ?? '')?.title}${isTimed(file) ? ', in milliseconds' : ', in instructions'}`,
  lead: (stored) => stored.map(({ file }) => finding(file)).join(''),
  charts: (file) => (hasWays(file) ? [waysChart(file)] : []),
  conditions,
}

/** Returns the instructions of a start relative to another's; null where one was not counted. */
function ratioIn(file: Contents, name: string, way: string, base: string): number | null {
  const instructionsOf = (server: string, part: string) =>
    medianValue(
      started(file, part).find((row) => row.name === server),
      'instructions',
    )
  const [variant, reference] = [instructionsOf(name, way), instructionsOf(base, '')]
  return variant === null || reference === null ? null : variant / reference
}

/** The slope of time over the two largest numbers of routes. */
function perRoute({ protocol }: Contents): Metric {
  const routes = (protocol as z.infer<typeof Protocol>).routes
  const [few = 0, many = 0] = routes.slice(-2)
  return {
    id: 'perRoute',
    title: `µs per route, from ${grouped(few)} to ${grouped(many)}`,
    better: 'lower',
    when: () => routes.length > 1,
    value({ name }, file) {
      const [less, more] = [few, many].map((number) =>
        medianValue(
          started(file, routesPart(number)).find((row) => row.name === name),
          'seconds',
        ),
      )
      if (less == null || more == null) return null
      return (1e6 * Math.max(0, more - less)) / (many - few)
    },
  }
}

/** States the finding; empty if the file has no way to start but from source. */
function finding(file: Contents): string {
  if (!hasWays(file)) return ''
  const parts = DEPLOYED.map((way) => {
    const ratios = started(file, way).flatMap(({ name }) => ratioIn(file, name, way, name) ?? [])
    const { value, low, high } = medianAndRange(ratios)
    const [typical, least, most] = [value, low, high].map((share) => `${Math.round(100 * share)}%`)
    return `${way} ${typical} (${least} to ${most}, ${plural(ratios.length, 'server')})`
  })
  const peaks = started(file).flatMap((row) => medianValue(row, 'peak') ?? [])
  const fitting = peaks.filter((peak) => peak <= SMALLEST).length
  return `**Bundling or a compile cache lets a Node server start with a fraction of the instructions that it needs from source** (medians and ranges): ${listed(parts)}. From source, ${fitting} of the ${plural(peaks.length, 'server')} counted peak within 128 MiB (${Math.floor(SMALLEST / 1e6)} MB).`
}

function waysChart(file: Contents): DotChart {
  const ratioOf = ({ name }: Row, way: string) => ratioIn(file, name, way, name) ?? 0
  const text = (value: number) => (value > 0 ? `${value.toFixed(2)}×` : '')
  const [bundled, cached, both] = DEPLOYED
  const rows = started(file, both).filter((row) => ratioOf(row, both))
  const typical = medianOf(rows.map((row) => ratioOf(row, both)))
  return {
    kind: 'dots',
    name: `startup-ways-${file.scenario}`,
    what: 'instructions to start',
    processes: Number(file.protocol.processes),
    title: `Bundled and with a compile cache, a server starts with ${typical.toFixed(2)}× the instructions (median)`,
    subtitle:
      'Lower is better. Instructions before the first correct response. Beside the points: only bundled, and only with a compile cache.',
    rows: rows.sort((a, b) => ratioOf(a, both) - ratioOf(b, both)),
    axis: '× the instructions of a start from source',
    headings: ['both', 'bundled', 'cache'],
    figures: (row) => ({
      value: ratioOf(row, both),
      figure: text(ratioOf(row, both)),
      aside: text(ratioOf(row, bundled)),
      more: [text(ratioOf(row, cached))],
    }),
  }
}

function conditions(file: Contents): string[] {
  const { processes, polling, counted, counter, seed } = file.protocol
  const timed = polling ? 'polled five times per millisecond' : 'polled every millisecond'
  return [
    `${processes} fresh processes of each server, interleaved, files in the page cache`,
    isTimed(file) ? timed : 'not timed, since the machine was busy',
    ...(Number(counted) > 0 ? [`instructions of ${counted} processes counted by ${counter}`] : []),
    `seed ${seed}`,
  ]
}
