/** The page of latencies under an open loop, made from the files of latencies alone. */
import { plural } from '../../shared/basics/text.ts'
import type { LatencyResult } from '../../shared/result/latency.ts'
import { isHeld, summarizePoints } from '../../shared/result/latency-summary.ts'
import type { Stored } from '../../shared/result/stored-files.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import {
  drawLatency,
  LATENCY_CHARTS,
  type LatencyChart,
  latencyConditions,
  latencyTitle,
  ratePoints,
} from '../specs/latency.ts'
import { latencyTables } from '../text/latency-tables.ts'
import { type Align, blocks, inline, list, table } from '../text/markdown.ts'
import { rateText, significant } from '../text/numbers.ts'
import { LATENCY_PATH, linkFrom } from '../text/paths.ts'
import { drawAll, type Picture, pictureOf, pictureText } from './pictures.ts'

const link = linkFrom(LATENCY_PATH)

/** The page and its charts, by path from the repository's root; none where nothing is stored. Nothing is read. */
export async function latencyFiles(published: readonly Stored<LatencyResult>[]): Promise<Map<string, string>> {
  if (published.length === 0) return new Map()
  const pictures = published.flatMap(({ file }) => chartsOf(file))
  return new Map([[LATENCY_PATH, latencyPage(published)], ...(await drawAll(pictures))])
}

/** Those that have something to show. */
function chartsOf(result: LatencyResult): Picture[] {
  return LATENCY_CHARTS.flatMap((chart) => {
    const points = ratePoints(result, chart)
    if (points.length === 0) return []
    const alt = findingOf(latencyTitle(chart), points, chart)
    return pictureOf(LATENCY_PATH, `${result.scenario}.${chart}`, alt, (theme) => drawLatency(result, chart, theme))
  })
}

/** The whole page; all of it is generated. */
export function latencyPage(published: readonly Stored<LatencyResult>[]): string {
  return `${blocks(
    '# Latency below the maximum',
    `How long a request takes at realistic rates, and what it costs there. Requests are due at instants that do not wait for the server (an open loop). A latency is the time from that instant to the whole response. A figure is the median of the fresh processes of a server; their range stands behind it, and where ranges overlap the order says little. Each process sends a few thousand requests at a rate: enough for p99, too few for anything beyond. [The method](${link('docs/latency.md')}) says how it is measured, and what it is not. \`npm run bench -- latency <scenario>\` measures yours.`,
    ...published.map(scenarioText),
  )}\n`
}

function scenarioText(stored: Stored<LatencyResult>): string {
  const { file } = stored
  const charts = chartsOf(file).map((each) => pictureText(each, LATENCY_PATH))
  const tables = latencyTables(file).map(({ title, head, rows }) => {
    const cells = rows.map((row) => row.map(inline))
    return blocks(`### ${title}`, table(head, cells, head.map(alignOf)))
  })
  return blocks(
    `## ${scenarios.get(file.scenario)?.title ?? file.scenario}`,
    ...charts,
    ...tables,
    list(factsOf(stored)),
  )
}

const alignOf = (title: string, index: number): Align => (index === 0 || title === '' ? 'left' : 'right')

/** In a sentence for those who do not see the picture: both ends at the rate that most servers have. */
function findingOf(title: string, points: ReturnType<typeof ratePoints>, chart: LatencyChart): string {
  const byRate = [...Map.groupBy(points, ({ rate }) => rate)].sort(([a, x], [b, y]) => y.length - x.length || a - b)
  const [rate, group] = byRate[0] as [number, typeof points]
  const sorted = group.toSorted((a, b) => a.value - b.value)
  const unit = chart === 'latency' ? 'ms' : 'µs'
  const text = ({ label, value }: (typeof points)[number]) => `${label} with ${significant(value)} ${unit}`
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (!first || !last) return title
  const ends = first === last ? text(first) : `lowest is ${text(first)}, highest is ${text(last)}`
  return `${title}: at ${rateText(rate)} requests/s ${ends}`
}

function factsOf({ file, path }: Stored<LatencyResult>): string[] {
  const processes = file.servers.flatMap((server) => server.processes)
  const stoodStill = processes.flatMap(({ points }) => points).reduce((sum, point) => sum + point.stoodStill, 0)
  const unsettled = file.servers.filter((server) => server.processes.some(({ maximum }) => !maximum.settled))
  return [
    ...(file.protocol.objective === null
      ? []
      : ['Servers of one place are tied: not all processes of the one held a higher rate than all of the other']),
    ...(unsettled.length > 0
      ? [
          `Still warming up when their maximum was taken, in some process: ${unsettled.map(({ displayName }) => inline(displayName)).join(', ')}`,
        ]
      : []),
    ...(stoodStill > 0 ? [`Not counted: ${plural(stoodStill, 'load')}, in which the load generator stood still`] : []),
    ...file.servers.flatMap(({ displayName, refusal }) =>
      refusal === null ? [] : [`${inline(displayName)}: refused: ${inline(refusal)}`],
    ),
    ...file.notInstalled.map(({ name }) => `${inline(name)}: not installed, so not measured`),
    ...latencyConditions(file).map(inline),
    `All of it: [\`${path}\`](${link(path)})`,
  ]
}

/** README's region on what requests cost where they are few. */
export const LOW_RATES_REGION = 'low-rates'

/** Markdown: what a request costs at the lowest rate of all, beside what it costs under full load; nothing where nothing was measured so. */
export function lowRatesText(published: readonly Stored<LatencyResult>[], scenario: string): string {
  const result = published.find(({ file }) => file.scenario === scenario)?.file
  const rate = Math.min(...(result?.protocol.rates ?? []))
  const costs = (result?.servers ?? [])
    .flatMap((server) => {
      const summary = summarizePoints(server).find((point) => point.share === null && point.rate.median === rate)
      return summary?.cpu && isHeld(summary) ? [{ name: inline(server.displayName), value: summary.cpu.median }] : []
    })
    .sort((a, b) => a.value - b.value)
  const [least, most] = [costs[0], costs.at(-1)]
  if (!least || !most || least === most) return ''
  const share = `${significant((most.value - least.value) * 100 * 1e-4, 2)}%`
  const of = ({ name, value }: typeof least) => `${name} ${significant(value, 2)} µs`
  return `That is under full load; where requests are few each costs more ([at ${rateText(rate)}/s](${LATENCY_PATH}) from ${of(least)} to ${of(most)}), and the difference is rather ${share}.`
}
