/** Goodput, memory and recovery under loads around each server's capacity. */
import { listed, plural } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/format/instrument-files.ts'
import type { Column } from '../../../shared/probes/column.ts'
import { scenarios } from '../../../shared/scenarios/scenarios.ts'
import { type Estimate, mapEstimate } from '../../../shared/stats/estimate.ts'
import { medianEstimate } from '../../../shared/stats/estimates.ts'
import { medianOf } from '../../../shared/stats/statistics.ts'
import { rateText, significant } from '../../../shared/text/numbers.ts'
import { rowOf } from '../../draw/rows.ts'
import { instrument } from '../instrument.ts'
import { lineChart } from '../lines.ts'
import {
  type OverloadFile,
  type OverloadLoad,
  type OverloadProcess,
  type OverloadServer,
  overloadStore,
} from './format.ts'

type File = Unsealed<OverloadFile>
type Figure = (load: OverloadLoad, process: OverloadProcess) => number | null

/** Share of the requests that the load generator may send late, in the median process. */
const BEHIND = 0.05
/** Goodput, in percent: nobody does so much more than a capacity that was measured rightly. */
const IMPOSSIBLE = 110
/** Lowest goodput in the chart, in percent: its axis is logarithmic. */
const FLOOR = 1

const goodput: Figure = ({ good, scheduled, multiple }) => (100 * good * multiple) / scheduled

const valuesAt = ({ processes }: OverloadServer, multiple: number, of: Figure) =>
  processes.flatMap((process) =>
    process.loads.flatMap((load) => (load.multiple === multiple ? (of(load, process) ?? []) : [])),
  )

/** Reasons for no figure, by the words in its place. */
const REASONS = {
  'not sent': 'the load generator could not send so much',
  'not warm':
    'the capacity was measured too low, in processes that were still warming up or did a tenth more later, so that the load was less than it says',
}

/** Returns the words in place of figures at a load; empty if they count. */
function missingAt(server: OverloadServer, multiple: number): keyof typeof REASONS | '' {
  const { processes } = server
  const isTooLow = ({ settled, loads }: OverloadProcess) =>
    !settled ||
    loads.some((load) => (100 * load.good * load.multiple) / load.scheduled > IMPOSSIBLE)
  if (2 * processes.filter(isTooLow).length > processes.length) return 'not warm'
  const behind = medianOf(
    valuesAt(server, multiple, ({ behind, scheduled }) => behind / scheduled),
  ).median
  return behind > BEHIND ? 'not sent' : ''
}

/** Returns the median over processes; null if one of them has no figure, or none counts. */
function figureAt(server: OverloadServer, multiple: number, of: Figure): Estimate | null {
  const values = valuesAt(server, multiple, of)
  return values.length < server.processes.length || missingAt(server, multiple)
    ? null
    : medianEstimate(values)
}

function column(
  title: string,
  multiple: number,
  of: Figure,
  more: Partial<Column<OverloadServer, File>> = {},
): Column<OverloadServer, File> {
  return {
    ...{ title, digits: 2, interval: 'behind', better: 'lower', ...more },
    when: ({ protocol }) => protocol.multiples.includes(multiple),
    value: (server) => figureAt(server, multiple, of),
    marks: (server) => missingAt(server, multiple),
  }
}

export default instrument<OverloadFile, OverloadServer>({
  name: 'overload',
  title: 'Overload',
  sentence: 'what servers still do in time at up to twice their capacity',
  about:
    'Clients send more than a server can handle, and give up when a response takes too long. Goodput is correct responses in time, relative to the capacity, which is that of a closed loop. A figure is the median of fresh processes, followed by their range. Memory is relative to that at the lowest load.',
  store: overloadStore,
  ofRequests: true,
  rows,
  columns: [
    {
      title: 'capacity, requests/s',
      format: rateText,
      value: ({ processes }) => medianEstimate(processes.map(({ capacity }) => capacity)),
    },
    ...[1, 1.5, 2].map((multiple) =>
      column(`goodput at ${multiple}×, %`, multiple, goodput, { better: 'higher' }),
    ),
    column('rejected at 2×, %', 2, ({ rejected, scheduled }) => (100 * rejected) / scheduled),
    column('p99 of good at 1.5×, ms', 1.5, ({ p99 }) => p99),
    column(
      'memory at 2×, relative',
      2,
      (load, { loads }) => load.peakMemory / (loads[0]?.peakMemory ?? 0),
    ),
    column('recovery after 2×, ms', 2, ({ recovery }) => recovery ?? Number.POSITIVE_INFINITY, {
      format: (value) => (Number.isFinite(value) ? String(value) : '∞'),
    }),
  ],
  lead: (stored) => stored.map(({ file }) => finding(file)).join('\n\n'),
  charts: (file) => [chart(file)],
  notes(file) {
    const missing = new Set(
      rows(file).flatMap((server) =>
        file.protocol.multiples.map((each) => missingAt(server, each)),
      ),
    )
    return Object.entries(REASONS).flatMap(([words, why]) =>
      missing.has(words as keyof typeof REASONS) ? [`${words}: ${why}`] : [],
    )
  },
  conditions,
})

const highest = ({ protocol }: File) => Math.max(...protocol.multiples)

/** Returns servers by goodput at the highest multiple. */
function rows(file: File): OverloadServer[] {
  const order = (server: OverloadServer) => figureAt(server, highest(file), goodput)?.value ?? -1
  return file.servers
    .filter(({ refusal }) => refusal === null)
    .sort((a, b) => order(b) - order(a) || (a.name < b.name ? -1 : 1))
}

function finding(file: File): string {
  return `**${scenarios.get(file.scenario)?.title}: ${outcomeOf(file)}.**`
}

/** Says what the servers do at the highest multiple, as far as all of their processes agree. */
function outcomeOf(file: File): string {
  const figures = rows(file).flatMap((server) => {
    const figure = figureAt(server, highest(file), goodput)
    return figure?.low != null && figure.high !== null
      ? [{ name: server.displayName, low: figure.low, high: figure.high }]
      : []
  })
  const at = `at ${highest(file)} times their capacity`
  const percent = (value: number) => `${significant(value, 2)}%`
  const [most, less, mixed] = [
    figures.filter(({ low }) => low >= 50),
    figures.filter(({ high }) => high < 50),
    figures.filter(({ low, high }) => low < 50 && high >= 50),
  ]
  const parts = [
    ...(most.length > 0
      ? [
          `${most.length} of ${plural(figures.length, 'server')} with a figure ${most.length === 1 ? 'responds' : 'respond'} in time to at least ${percent(Math.min(...most.map(({ low }) => low)))} of what they can handle`,
        ]
      : []),
    ...(less.length > 0 ? [`${listed(less.map(({ name }) => name))} to less than half`] : []),
    ...mixed.map(
      ({ name, low, high }) =>
        `processes of ${name} range from ${percent(low)} to ${percent(high)}`,
    ),
  ]
  return parts.length > 0 ? `${at}, ${parts.join('; ')}` : `goodput ${at}`
}

function chart(file: OverloadFile) {
  return lineChart({
    name: `${file.scenario}.overload`,
    title: outcomeOf(file).replace(/^./, (first) => first.toUpperCase()),
    subtitle: `Higher is better. Goodput over the offered load, both relative to the capacity: correct responses within ${file.protocol.patience} ms; medians and ranges of fresh processes. Both axes are logarithmic; ${FLOOR}% is that or less.`,
    points: rows(file).flatMap((server) =>
      file.protocol.multiples.flatMap((multiple) => {
        const figure = figureAt(server, multiple, goodput)
        if (!figure) return []
        const floored = (share: number) => Math.max(FLOOR, share)
        const { value, low, high } = mapEstimate(figure, floored)
        return {
          ...rowOf(server),
          count: 100 * multiple,
          value,
          low: low ?? value,
          high: high ?? value,
        }
      }),
    ),
    axes: ['offered, % of the capacity', 'goodput, % of the capacity'],
  })
}

function conditions(file: File): string[] {
  const { patience, beforeSeconds, seconds, afterSeconds, processes, mostConnections, seed } =
    file.protocol
  return [
    `Poisson arrivals, ${seconds} s at each load, at half the capacity ${beforeSeconds} s before and ${afterSeconds} s after`,
    `clients give up after ${patience} ms; at most ${mostConnections} connections`,
    plural(processes, 'fresh process', 'fresh processes'),
    `seed ${seed}`,
  ]
}
