/** Memory: after start, at its peak under a common load, at rest, and after garbage collection. */
import { grouped, listed } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/format/instrument-files.ts'
import type { Median } from '../../../shared/format/summary-format.ts'
import type { Column, Row } from '../../../shared/probes/column.ts'
import { scenarios } from '../../../shared/scenarios/scenarios.ts'
import { scaled, significant } from '../../../shared/text/numbers.ts'
import { pictureOf, pictureText } from '../../draw/pictures.ts'
import { rowOf } from '../../draw/rows.ts'
import { pagePath } from '../../text/paths.ts'
import { dotChart } from '../dots.ts'
import { type Chart, instrument } from '../instrument.ts'
import { lineChart } from '../lines.ts'
import {
  type Memory,
  type MemoryServer,
  type MemorySummary,
  memoryStore,
  memoryToPublish,
  summarizeMemory,
} from './format.ts'
import { MOVING, RELEVANT, SETTLING } from './leak.ts'

type File = Unsealed<Memory>
type Watched = MemoryServer & Row & { summary: MemorySummary }

/** Returns a column of resident bytes in MB, with the range of the processes. */
const megabytes = (
  title: string,
  of: (summary: MemorySummary) => Median | null,
): Column<Watched, File> => ({
  title,
  better: 'lower',
  value({ summary }) {
    const bytes = of(summary)
    return bytes && { value: bytes.median / 1e6, low: bytes.min / 1e6, high: bytes.max / 1e6 }
  },
})

const isSoak = ({ protocol }: File) => protocol.soak
const hundredths = (value: number) => value.toFixed(2)
const GROWTH = { leak: 'leaks', settling: 'growth slowing down', none: 'none' } as const

export default instrument<Memory, Watched>({
  name: 'memory',
  title: 'Memory under load',
  sentence: 'resident memory and heap under the same load, at rest, and after garbage collection',
  about:
    'Memory of fresh processes under the same request rate. A figure is the median of a server’s processes.',
  store: memoryStore,
  published: memoryToPublish,
  ofRequests: true,
  rows: watched,
  columns: [
    megabytes('start, MB', ({ start }) => start),
    megabytes('peak, MB', ({ peak }) => peak),
    megabytes('idle, MB', ({ idle }) => idle),
    megabytes('heap after GC, MB', ({ heap }) => heap),
    {
      title: 'bytes per request',
      better: 'lower',
      interval: 'behind',
      when: isSoak,
      format: hundredths,
      value: ({ summary: { growth } }) =>
        growth && { value: growth.slope, low: growth.low, high: growth.high },
    },
    {
      title: 'leak',
      when: isSoak,
      value: ({ summary: { growth } }) =>
        growth ? GROWTH[growth.verdict] : 'the runtime reports no heap',
    },
  ],
  heading: ({ scenario, protocol }) =>
    `${scenarios.get(scenario)?.title}${protocol.soak ? ': over time' : ''}`,
  charts: (file) => [file.protocol.soak ? overTimeChart(file) : peakChart(file)],
  regions(stored): Record<string, string> {
    const soaked = stored.find(({ file }) => file.protocol.soak)?.file
    if (!soaked) return {}
    const { name, title, draw } = overTimeChart(soaked)
    const chart = pictureOf(pagePath('memory'), name, title, (theme) => draw(theme, []))
    return { 'memory-over-time': pictureText(chart, 'README.md') }
  },
  notes: (file) => [...slower(file), ...(file.protocol.soak ? [leakRule(file)] : [])],
  conditions,
})

/** Returns servers that have figures, the lowest peak first. */
function watched({ servers, protocol }: File): Watched[] {
  return servers
    .flatMap((server) => {
      const summary = summarizeMemory(server, protocol)
      return summary ? [{ ...server, summary, marks: summary.held ? '' : '(slower)' }] : []
    })
    .sort((a, b) => a.summary.peak.median - b.summary.peak.median || (a.name < b.name ? -1 : 1))
}

function slower(file: File): string[] {
  const names = watched(file).flatMap(({ displayName, summary }) =>
    summary.held ? [] : [displayName],
  )
  return names.length > 0
    ? [
        `slower: it did not hold the rate, and so handled fewer requests in the same time: ${names.join(', ')}`,
      ]
    : []
}

function leakRule({ protocol: { loadSeconds } }: File): string {
  const judged = Math.round((1 - SETTLING) * loadSeconds)
  return `Bytes per request: growth of the heap after garbage collection in the last ${grouped(judged)} of ${grouped(loadSeconds)} s. A leak is a slope whose 95% interval is above zero, of at least ${RELEVANT} bytes per request and ${MOVING / 1024} KB in total, and which does not slow down`
}

function peakChart(file: Memory): Chart {
  return dotChart({
    name: `memory-${file.scenario}`,
    what: 'peak memory',
    verb: 'takes',
    processes: file.protocol.processes,
    subtitle:
      'Lower is better. Points: peak resident memory. Start: after the first correct response. Heap: JavaScript’s, after garbage collection.',
    rows: watched(file),
    axis: 'megabytes',
    headings: ['peak', 'start', 'at rest', 'heap'],
    figures({ summary: { peak, start, idle, heap } }) {
      const text = (bytes: Median | null) => (bytes ? significant(bytes.median / 1e6) : '')
      return {
        ...scaled(peak, 1e-6),
        value: peak.median / 1e6,
        figure: `${text(peak)} MB`,
        aside: text(start),
        more: [text(idle), text(heap)],
      }
    },
  })
}

/** Shows bytes in use by the first process of each server. */
function overTimeChart(file: Memory): Chart {
  const { loadSeconds, rate } = file.protocol
  const leaking = watched(file).flatMap(({ displayName, summary }) =>
    summary.growth?.verdict === 'leak' ? [displayName] : [],
  )
  const all = `${watched(file).length} servers, one process each`
  const found = leaking.length > 0 ? `${all}: ${listed(leaking)} leaked` : `${all}: memory in use`
  return lineChart({
    name: `memory-over-time-${file.scenario}`,
    title: `${found} over ${Math.round(loadSeconds / 60)} minutes at ${grouped(rate)} requests/s`,
    subtitle: 'JavaScript’s memory in use after garbage collection.',
    points: watched(file).flatMap((server) =>
      (server.processes[0]?.soak ?? []).map(([seconds, , bytes]) => {
        const value = bytes / 1e6
        return { ...rowOf(server), count: seconds / 60, value, low: value, high: value }
      }),
    ),
    axes: ['minutes', 'MB in use'],
    isTime: true,
  })
}

function conditions({ protocol }: File): string[] {
  const { rate, loadSeconds, connections, idleSeconds, processes, sideBySide, soak, seed } =
    protocol
  return [
    `${grouped(rate)} requests/s, evenly spaced, on ${connections} connections for ${loadSeconds} s: ${grouped(rate * loadSeconds)} requests`,
    ...(soak ? ['GC forced at each point'] : []),
    `${idleSeconds} s idle`,
    `${processes} fresh ${processes === 1 ? 'process' : 'processes'} of each server, ${sideBySide} servers side by side`,
    `seed ${seed}`,
  ]
}
