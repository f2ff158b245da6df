/** Startup: time from start to the first right response, also with many routes. */
import { ROOT } from '../../../shared/basics/root.ts'
import { grouped } from '../../../shared/basics/text.ts'
import type { Median } from '../../../shared/results/summary-format.ts'
import { scenarios } from '../../../shared/scenarios/scenarios.ts'
import { mapEstimate } from '../../../shared/stats/estimate.ts'
import { rowOf } from '../../draw/rows.ts'
import { placeLine } from '../../text/conditions.ts'
import { significant } from '../../text/numbers.ts'
import { barChart } from '../bars.ts'
import type { Column, Row } from '../columns.ts'
import { type Chart, instrument, type Table } from '../instrument.ts'
import { lineChart } from '../lines.ts'
import { type Startup, startupStore, WAYS } from './format.ts'
import { type File, isTimed, millions, type Started, started } from './started.ts'
import { hasWays, ratioToSource, waysCharts, waysFinding, waysTable } from './ways.ts'

const REFERENCE = 'http-node'

const scaled = ({ median, low, high }: Median, factor: number) =>
  mapEstimate({ value: median, low, high }, (value) => value * factor)

function ratioToReference(file: File, own: Median | null | undefined, of: 'seconds' | 'instructions'): number | null {
  const reference = started(file).find(({ name }) => name === REFERENCE)?.summary[of]
  return own && reference ? own.median / reference.median : null
}

const columns: Column<Started, File>[] = [
  {
    ...{ title: 'ms', better: 'lower', interval: 'range', when: isTimed },
    value: ({ summary: { seconds } }) => seconds && scaled(seconds, 1e3),
  },
  {
    ...{ title: `× ${REFERENCE}`, key: 'ratio', better: 'lower', format: (value) => value.toFixed(2), when: isTimed },
    value: ({ summary }, file) => ratioToReference(file, summary.seconds, 'seconds'),
  },
  { title: 'MB', better: 'lower', value: ({ summary: { memory } }) => memory && scaled(memory, 1e-6) },
  {
    ...{ title: 'peak MB', better: 'lower', when: ({ servers }) => servers.some(({ summary }) => summary?.peak) },
    value: ({ summary: { peak = null } }) => peak && scaled(peak, 1e-6),
  },
  {
    ...{ title: 'million instructions', better: 'lower' },
    value: ({ summary: { instructions } }) => instructions && scaled(instructions, 1e-6),
  },
  { title: 'build', value: ({ builds }) => (builds ? 'yes' : null) },
]

export default instrument<Startup, Started>({
  name: 'startup',
  title: 'Startup',
  sentence: 'work and time from start to the first right response: bundled, with a compile cache, with many routes',
  about: (stored) =>
    `${waysFinding(stored)} Fresh processes, polled from spawning until the right response to a valid call. A figure is the median of a server’s processes.`.trim(),
  store: startupStore,
  published(root = ROOT) {
    const numberOf = ({ servers }: File, isOwn: (way: string) => boolean) =>
      servers.filter(({ routes, way }) => routes === null && isOwn(way)).length
    const stored = [
      ...startupStore.mostComplete({
        root,
        where: hasWays,
        sizeOf: (file) => numberOf(file, (way) => way !== 'source'),
      }),
      ...startupStore.mostComplete({ root, sizeOf: (file) => numberOf(file, (way) => way === 'source') }),
    ]
    return [...new Map(stored.map((each) => [each.path, each])).values()]
  },
  rows: (file) => [
    ...WAYS.flatMap((way) => started(file, { way })),
    ...file.protocol.routes.flatMap((routes) => started(file, { routes })),
  ],
  partOf: ({ routes, way }) => (routes !== null ? `${grouped(routes)} routes` : way === 'source' ? '' : way),
  heading: (file) => `${scenarios.get(file.scenario)?.title}${isTimed(file) ? '' : ', in instructions'}`,
  columns: [
    { title: 'way', value: ({ way }) => way },
    { title: 'routes', format: grouped, value: ({ routes }) => routes ?? 'the scenario’s' },
    ...columns,
    { title: '× source', better: 'lower', when: hasWays, value: ratioToSource },
  ],
  // Without times, the table of ways has all figures.
  tables: (file) => [
    ...(hasWays(file) ? [waysTable(file)] : []),
    ...(isTimed(file) || !hasWays(file) ? [{ rows: started(file), columns }] : []),
    routesTable(file),
  ],
  // Unlike times, ratios of instructions hold on other machines.
  overview: (file) => ({
    rows: started(file),
    columns: [
      {
        ...{ title: `start, × ${REFERENCE}`, better: 'lower', doc: 'startup.md', format: (value) => value.toFixed(2) },
        value: ({ summary }) => ratioToReference(file, summary.instructions, 'instructions'),
      },
    ],
  }),
  charts: (file) => [...waysCharts(file, conditions(file)), ...(isTimed(file) ? [startChart(file)] : [])],
  conditions,
})

function startChart(file: Startup): Chart {
  return barChart({
    name: `startup-${file.scenario}`,
    title: 'From start to the first right response',
    subtitle:
      'Lower is better. Bars: median of fresh processes. Whiskers: its 95% interval. Resident memory and million instructions until then.',
    rows: started(file),
    axis: 'milliseconds',
    headings: ['median', 'MB', 'M instr.'],
    figures({ summary: { seconds, memory, instructions } }) {
      const { value, low, high } = scaled(seconds as Median, 1e3)
      return {
        ...{ value, low: low ?? value, high: high ?? value },
        figure: `${significant(value)} ms`,
        aside: memory ? significant(memory.median / 1e6) : '',
        more: [instructions ? significant(instructions.median / 1e6) : ''],
      }
    },
    caption: [conditions(file)],
  })
}

/** Returns a row per server, the fastest with most routes first. */
function routesTable(file: File): Table<File> {
  const numbers = file.protocol.routes
  const [before = 0, most = 0] = [numbers.at(-2), numbers.at(-1)]
  const at = (row: Row, number: number) =>
    started(file, { routes: number }).find(({ name }) => name === row.name)?.summary
  const msAt = (row: Row, number: number) => {
    const seconds = at(row, number)?.seconds
    return seconds ? seconds.median * 1e3 : null
  }
  const columns: Column<Row, File>[] = [
    ...numbers.map(
      (number): Column<Row, File> => ({
        ...{ title: `ms with ${grouped(number)}`, better: 'lower' },
        value: (row) => msAt(row, number),
      }),
    ),
    {
      ...{ title: `µs per route, from ${grouped(before)} to ${grouped(most)}`, better: 'lower' },
      when: () => before > 0,
      value(row) {
        const [more, less] = [msAt(row, most), msAt(row, before)]
        return more === null || less === null ? null : Math.max(0, ((more - less) / (most - before)) * 1e3)
      },
    },
    { title: `MB with ${grouped(most)}`, better: 'lower', value: (row) => millions(at(row, most)?.memory) },
  ]
  const all = numbers.toReversed().flatMap((routes) => started(file, { routes }))
  const rows = all.filter(({ name }, i) => all.findIndex((each) => each.name === name) === i)
  return { heading: 'With many routes', rows, columns, charts: [routesChart(file)] }
}

function routesChart(file: File): Chart {
  return lineChart({
    name: `routes-${file.scenario}`,
    title: 'From start to the first right response, by number of routes',
    subtitle:
      'Lower is better. Each route has its own model and validator; the request is to the last one. Medians of fresh processes; whiskers: 95% interval. Both axes are logarithmic.',
    points: file.protocol.routes.flatMap((count) =>
      started(file, { routes: count }).map((server) => {
        const { value, low, high } = scaled(server.summary.seconds as Median, 1e3)
        return { ...rowOf(server), count, value, low: low ?? value, high: high ?? value }
      }),
    ),
    axes: ['routes', 'milliseconds'],
    unit: 'ms',
    at: (count) => `with ${grouped(count)}`,
    caption: conditions(file),
  })
}

function conditions(file: File): string[] {
  const { processes, polling, counter, counted, seed } = file.protocol
  return [
    placeLine(file),
    [
      `${processes} fresh processes of each server, interleaved, files in the page cache`,
      isTimed(file)
        ? polling
          ? 'polled five times per millisecond'
          : 'polled every millisecond'
        : 'untimed, on a busy machine',
      ...(counter ? [`instructions of ${counted} more by ${counter} (${file.counterVersion})`] : []),
      `seed ${seed}`,
    ].join(' · '),
  ]
}
