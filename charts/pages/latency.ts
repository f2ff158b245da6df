/** The page of latencies under an open loop, made from the files of latencies alone. */
import { plural } from '../../shared/basics/text.ts'
import {
  type LatencyResult,
  type LatencyServer,
  type PublishedLatency,
  type SearchStep,
  SHOWN_QUANTILES,
  type ShownQuantile,
} from '../../shared/result/latency.ts'
import { type PointSummary, summarizeMaximum, summarizePoint } from '../../shared/result/latency-summary.ts'
import { OWN_LIMIT, passedText, quantileText } from '../../shared/result/latency-text.ts'
import { stallQuantile } from '../../shared/result/stalls.ts'
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
import { blocks, inline, list, table } from '../text/markdown.ts'
import { range, rateText, significant } from '../text/numbers.ts'
import { LATENCY_PATH, linkFrom } from '../text/paths.ts'
import { drawAll, type Picture, pictureOf, pictureText } from './pictures.ts'

const link = linkFrom(LATENCY_PATH)

/** Of rates within an objective that were not measured beside those at given rates. */
const OTHER_RUN =
  'This is another run than that of the tables above: on a slower machine, or in a louder hour, the same server holds lower rates. The conditions of each stand below it.'

/** The page and its charts, by path from the repository's root; none where nothing is stored. Nothing is read. */
export async function latencyFiles(published: readonly PublishedLatency[]): Promise<Map<string, string>> {
  if (published.length === 0) return new Map()
  const pictures = published.flatMap(({ rates }) => (rates ? chartsOf(rates.file) : []))
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
export function latencyPage(published: readonly PublishedLatency[]): string {
  return `${blocks(
    '# Latency below the maximum',
    `How long a request takes at rates that people have, and what it costs there. Requests are due at instants that do not wait for the server (an open loop), and a latency counts from that instant to the whole answer. [METHODOLOGY](${link('METHODOLOGY.md')}#latency-below-the-maximum) says how it is measured, and what it is not. \`npm run bench -- latency <scenario>\` measures yours.`,
    ...published.map(scenarioText),
  )}\n`
}

function scenarioText({ scenario, rates, objective }: PublishedLatency): string {
  const isOne = rates?.path === objective?.path
  return blocks(
    `## ${scenarios.get(scenario)?.title ?? scenario}`,
    rates ? ratesSection(rates) : '',
    rates && !isOne ? list(factsOf(rates)) : '',
    objective ? objectiveText(objective.file) : '',
    rates && objective && !isOne ? OTHER_RUN : '',
    objective ? list(factsOf(objective)) : '',
  )
}

function ratesSection({ file: result }: Stored<LatencyResult>): string {
  const charts = chartsOf(result).map((each) => pictureText(each, LATENCY_PATH))
  return blocks(...charts, stallsText(result), ratesText(result))
}

/** What no server can help; nothing where it is not known. */
function stallsText({ stalls, servers }: LatencyResult): string {
  if (!stalls || servers.length === 0) return ''
  const at = (share: number) => significant(stallQuantile(stalls.milliseconds, 1000 * stalls.seconds, share), 2)
  return `The machine alone: of a program that does nothing but look at the clock on the server’s CPU, ${significant(stalls.seconds)} s of it between the rounds, the CPU was taken away for ${significant(Math.max(0, ...stalls.milliseconds), 2)} ms at the most, so that whoever comes at any instant waits ${at(0.99)} ms at p99 and ${at(0.999)} ms at p99.9. So much of a server’s figures is not its own.`
}

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

/** A table for each rate that all servers have, the lowest p99 first; and one for each share, in which every server has a rate of its own, by name. */
function ratesText(result: LatencyResult): string {
  const { rates, shares } = result.protocol
  const tables = [
    ...rates.map((rate) => ({
      title: `At ${rateText(rate)} requests/s`,
      of: { rate, share: null as number | null },
    })),
    ...shares.map((share) => ({
      title: `At ${Math.round(share * 100)}% of each one’s maximum`,
      of: { rate: 0, share },
    })),
  ].map(({ title, of }) => {
    const text = rateTable(result, of)
    return text === '' ? '' : blocks(`### ${title}`, text)
  })
  return blocks(...tables)
}

interface Row {
  server: LatencyServer
  /** Null where the generator stood still each time. */
  summary: PointSummary | null
}

const NAMES = Object.keys(SHOWN_QUANTILES) as ShownQuantile[]

function rateTable({ servers }: LatencyResult, of: { rate: number; share: number | null }): string {
  const rows = servers
    .flatMap((server): Row[] => {
      const point = server.points.find(({ rate, share }) => share === of.share && (share !== null || rate === of.rate))
      return point ? [{ server, summary: summarizePoint(point) }] : []
    })
    .sort((a, b) => (of.share === null && compareOrder(a, b)) || (a.server.name < b.server.name ? -1 : 1))
  if (rows.length === 0) return ''
  const isShare = of.share !== null
  const header = ['server', ...(isShare ? ['requests/s'] : []), ...NAMES.flatMap(headings), 'CPU µs', '']
  const cells = rows.map(({ server, summary }) => [
    inline(server.displayName),
    ...(isShare ? [summary ? shareText(server, summary.rate) : ''] : []),
    ...NAMES.flatMap((name) => quantileCells(name, summary)),
    summary?.cpu && summary.fails === null ? significant(summary.cpu.value, 3) : '',
    notesOf(summary),
  ])
  return table(
    header,
    cells,
    header.map((_, i) => (i === 0 || i === header.length - 1 ? 'left' : 'right')),
  )
}

/** The rate, and what share of the maximum it is: that of a table's title is one of the first processes alone. */
function shareText(server: LatencyServer, rate: number): string {
  const maximum = summarizeMaximum(server)
  return maximum ? `${rateText(rate)} (${Math.round((100 * rate) / maximum.rate.value)}%)` : rateText(rate)
}

/** p99 is what is compared: with that of each process. */
const headings = (name: ShownQuantile) => (name === 'p99' ? ['p99 ms', 'of single processes'] : [`${name} ms`])

/** Infinities have no difference. */
function compareOrder(a: Row, b: Row): number {
  const [first, second] = [orderOf(a), orderOf(b)]
  return first === second ? 0 : first - second
}

function orderOf({ summary }: Row): number {
  if (summary && summary.fails !== null) return Number.POSITIVE_INFINITY
  return summary?.quantiles?.p99.value ?? Number.MAX_VALUE
}

function quantileCells(name: ShownQuantile, summary: PointSummary | null): string[] {
  const quantile = summary?.quantiles && summary.fails === null ? summary.quantiles[name] : null
  const each = quantile?.processes
  const processes = each ? range(each.least, each.greatest, significant) : ''
  return [quantile ? quantileText(quantile, significant) : '', ...(name === 'p99' ? [processes] : [])]
}

function notesOf(summary: PointSummary | null): string {
  if (!summary) return 'no number: the load generator stood still each time'
  const { fails, noisy } = summary
  return [fails === null ? '' : `does not hold: ${inline(fails)}`, noisy ? 'noisy' : ''].filter(Boolean).join(', ')
}

/** Nothing where no objective was asked for. */
function objectiveText({ protocol, servers }: LatencyResult): string {
  if (protocol.objective === null) return ''
  const { quantile, milliseconds } = protocol.objective
  const rows = servers
    .flatMap(({ displayName, search }) => (search ? [{ displayName, search }] : []))
    .sort((a, b) => (b.search.best ?? 0) - (a.search.best ?? 0))
    .map(({ displayName, search: { steps, best, next, bestAgain, nextAgain } }) => [
      inline(displayName),
      best === null ? 'none' : rateText(best),
      passedText(bestAgain),
      next === null ? '' : rateText(next),
      passedText(nextAgain),
      isUntold([...steps, ...nextAgain], next) ? 'or more: the load generator can’t tell' : '',
    ])
  if (rows.length === 0) return ''
  return blocks(
    `### The highest rate with ${quantile} below ${milliseconds} ms`,
    table(['server', 'requests/s', 'of fresh processes', 'next rate up', 'of fresh processes', ''], rows, [
      'left',
      'right',
      'right',
      'right',
      'right',
      'left',
    ]),
  )
}

/** Whether a rate did not pass for what may be the generator's own. */
function isUntold(steps: readonly SearchStep[], rate: number | null): boolean {
  return steps.some((step) => step.rate === rate && !step.told)
}

function factsOf({ file: result, path }: Stored<LatencyResult>): string[] {
  const stoodStill = result.servers.flatMap(({ points }) =>
    points.flatMap(({ processes }) => processes.flatMap(({ refused }) => refused)),
  )
  return [
    ...(result.servers.some(({ points }) => points.length > 0)
      ? [
          `1.2…3.4: from the least to the most that it is, where more than ${OWN_LIMIT.share * 100}% of it (and more than ${OWN_LIMIT.milliseconds} ms) may be the load generator’s own; ∞: so many requests had no answer as long as they were waited for`,
          'Of single processes: the least and the greatest p99 of the fresh processes, each at the most; where these overlap the order says little',
        ]
      : []),
    ...(stoodStill.length > 0
      ? [`Not counted: ${plural(stoodStill.length, 'slice')}, in which the load generator stood still`]
      : []),
    ...result.servers.flatMap(({ displayName, refusal }) =>
      refusal === null ? [] : [`${inline(displayName)}: refused: ${inline(refusal)}`],
    ),
    ...result.notInstalled.map(({ name }) => `${inline(name)}: not installed, so not measured`),
    ...latencyConditions(result).map(inline),
    `All of it, histograms included: [\`${path}\`](${link(path)})`,
  ]
}

/** README's region on what requests cost where they are few. */
export const LOW_RATES_REGION = 'low-rates'

/** Markdown: what a request costs at the lowest rate of all, beside what it costs under full load; nothing where nobody was measured so. */
export function lowRatesText(published: readonly PublishedLatency[], scenario: string): string {
  const result = published.find((each) => each.scenario === scenario)?.rates?.file
  const rate = Math.min(...(result?.protocol.rates ?? []))
  const costs = (result?.servers ?? [])
    .flatMap(({ displayName, points }) => {
      const point = points.find((each) => each.share === null && each.rate === rate)
      const summary = point ? summarizePoint(point) : null
      return summary?.cpu && summary.fails === null ? [{ name: inline(displayName), value: summary.cpu.value }] : []
    })
    .sort((a, b) => a.value - b.value)
  const [least, most] = [costs[0], costs.at(-1)]
  if (!least || !most || least === most) return ''
  const share = `${significant((most.value - least.value) * 100 * 1e-4, 2)}%`
  const of = ({ name, value }: typeof least) => `${name} ${significant(value, 2)} µs`
  return `That is under full load; where requests are few each costs more ([at ${rateText(rate)}/s](${LATENCY_PATH}) from ${of(least)} to ${of(most)}), and the difference is rather ${share}.`
}
