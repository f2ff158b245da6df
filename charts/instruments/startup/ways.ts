/** What bundling and a compile cache save of a start, relative to the start of a server's source. */
import { listed, plural } from '../../../shared/basics/text.ts'
import type { Stored } from '../../../shared/results/stored-files.ts'
import { unpairedRatioInterval } from '../../../shared/stats/estimates.ts'
import type { Estimate } from '../../../shared/stats/intervals.ts'
import { medianOf } from '../../../shared/stats/statistics.ts'
import { significant } from '../../text/numbers.ts'
import { barChart } from '../bars.ts'
import type { Column } from '../columns.ts'
import type { Chart, Table } from '../instrument.ts'
import { type Startup, WAYS, type Way } from './format.ts'
import { type File, isTimed, millions, type Started, started } from './started.ts'

const [SOURCE, ...DEPLOYED] = WAYS
const BOTH = 'bundled+compile-cache'

const titles: Record<Way, string> = {
  source: 'source',
  bundled: 'bundled',
  'compile-cache': 'compile cache',
  [BOTH]: 'both',
}

/** Bytes of the smallest function of AWS Lambda, https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
const SMALLEST = 128 * 2 ** 20

const rowOf = (file: File, name: string, way: Way) => started(file, { way }).find((row) => row.name === name)

/** Returns the ratio of a row's instructions to those of the server's source; null for the source, or if either was not counted. */
export function ratioToSource({ name, way, routes, instructions }: Started, file: File): Estimate | null {
  const source = way === SOURCE || routes !== null ? undefined : rowOf(file, name, SOURCE)
  const estimate = source ? unpairedRatioInterval(instructions, source.instructions) : null
  return estimate && { value: estimate.ratio, low: estimate.low, high: estimate.high }
}

const ratioOf = (file: File, { name }: Started, way: Way) => {
  const row = rowOf(file, name, way)
  return row ? ratioToSource(row, file) : null
}

/** Returns a row per server with all its ways. */
export function waysTable(file: File): Table<File> {
  const figure = (way: Way, unit: string, value: (row: Started) => number | null): Column<Started, File> => ({
    ...{ title: `${titles[way]}, ${unit}`, better: 'lower' },
    value: ({ name }) => {
      const row = rowOf(file, name, way)
      return row ? value(row) : null
    },
  })
  const columns = [
    figure(SOURCE, 'million instructions', ({ summary }) => millions(summary.instructions)),
    ...DEPLOYED.map(
      (way): Column<Started, File> => ({
        ...{ title: `${titles[way]}, ×`, better: 'lower', format: (value) => value.toFixed(2) },
        value: (row) => ratioOf(file, row, way),
      }),
    ),
    ...(isTimed(file)
      ? WAYS.map((way) => figure(way, 'ms', ({ summary: { seconds } }) => seconds && seconds.median * 1e3))
      : []),
    ...WAYS.map((way) => figure(way, 'peak MB', ({ summary }) => millions(summary.peak))),
  ]
  return { heading: 'Bundled, and with a compile cache', rows: started(file), columns }
}

export const hasWays = (file: File) => file.servers.some(({ way, summary }) => way !== SOURCE && summary)

/** Returns no chart where nothing was counted. */
export function waysCharts(file: Startup, caption: string[]): Chart[] {
  const typical = middle(file, BOTH)
  if (!typical) return []
  const ratio = (row: Started) => ratioOf(file, row, BOTH)?.value ?? Number.POSITIVE_INFINITY
  const text = (value: number | undefined) => (value === undefined ? '' : `${value.toFixed(2)}×`)
  const chart = barChart({
    name: `startup-ways-${file.scenario}`,
    title: `A bundle with a compile cache starts with ${significant(typical.median, 2)}× the instructions (median)`,
    subtitle:
      'Lower is better: instructions until the first right response, relative to the server’s source. Beside the bars: bundled alone, and a compile cache alone.',
    rows: started(file)
      .filter((row) => ratioOf(file, row, BOTH))
      .sort((a, b) => ratio(a) - ratio(b)),
    axis: '× the instructions of its source',
    headings: ['both', 'bundled', 'cache'],
    figures(row) {
      const [bundled, cache, both = Number.NaN] = DEPLOYED.map((way) => ratioOf(file, row, way)?.value)
      return { value: both, figure: text(both), aside: text(bundled), more: [text(cache)] }
    },
    caption: [caption],
  })
  return [chart]
}

/** Returns median and range over the servers. */
function middle(file: File, way: Way) {
  const ratios = started(file, { way }).flatMap((row) => ratioToSource(row, file)?.value ?? [])
  return ratios.length > 0 ? { ...medianOf(ratios), servers: ratios.length } : null
}

/** Returns the finding in sentences; empty where no file has other ways than the source. */
export function waysFinding(stored: readonly Stored<Startup>[]): string {
  const file = stored.find((each) => hasWays(each.file))?.file
  if (!file || !middle(file, BOTH)) return ''
  const parts = DEPLOYED.flatMap((way) => {
    const of = middle(file, way)
    if (!of) return []
    const [median, min, max] = [of.median, of.min, of.max].map((ratio) => `${Math.round(ratio * 100)}%`)
    return [`${titles[way]} ${median} (${min} to ${max}, ${plural(of.servers, 'server')})`]
  })
  const peaks = started(file).flatMap(({ summary: { peak } }) => peak?.median ?? [])
  const fitting = peaks.filter((peak) => peak <= SMALLEST).length
  return [
    `**Deployed, a server of Node starts with a part of the instructions that it takes from source**: ${listed(parts)}; medians and ranges.`,
    ...(peaks.length > 0 ? [`From source, ${fitting} of ${plural(peaks.length, 'server')} start within 128 MB.`] : []),
  ].join(' ')
}
