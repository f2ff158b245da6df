/** What a request costs over the rate at which requests come: the latency page's table, and README's region. */

import type { Estimate } from '../../shared/result/intervals.ts'
import type { LatencyResult, LatencyServer, PublishedLatency } from '../../shared/result/latency.ts'
import { type PointSummary, summarizePoint } from '../../shared/result/latency-summary.ts'
import { medianOf } from '../../shared/result/statistics.ts'
import { blocks, inline, table } from '../text/markdown.ts'
import { range, rateText, significant } from '../text/numbers.ts'
import { LATENCY_PATH } from '../text/paths.ts'

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

/** What a generator that sleeps between what it has to do costs a server, at the rates that all have; nothing where none slept. */
export function sleepingText(result: LatencyResult): string {
  const rates = result.protocol.rates.filter((rate) => ratiosAt(result, rate).length > 0)
  if (rates.length === 0) return ''
  const header = ['server', ...rates.flatMap((rate) => [`${rateText(rate)}/s: polling`, 'sleeping', '×'])]
  const rows = result.servers.flatMap((server) => {
    const summaries = rates.map((rate) => heldAt(server, rate))
    if (summaries.every((summary) => !summary?.sleeping)) return []
    return [[inline(server.displayName), ...summaries.flatMap(sleepingCells)]]
  })
  return blocks(
    '### CPU time of a request, by a generator that polls and by one that sleeps',
    `A generator that sleeps is woken by answers, on the server’s CPU and at its expense, and what is due within the millisecond of its timer goes out together, which has the server take several requests at once. ${ratesSentence(result, rates)} In the table µs of the server’s CPU time, and × as the mean of the processes’ own ratios with its 95% interval; ~: no difference can be told.`,
    table(header, rows),
  )
}

function heldAt({ points }: LatencyServer, rate: number): PointSummary | null {
  const point = points.find((each) => each.share === null && each.rate === rate)
  const summary = point ? summarizePoint(point) : null
  return summary?.fails === null ? summary : null
}

function ratiosAt({ servers }: LatencyResult, rate: number): number[] {
  return servers.flatMap((server) => heldAt(server, rate)?.sleeping?.ratio.value ?? [])
}

/** `At 1,000 requests/s it makes a request 1.52 times as dear in the median of the servers (1.12–2.1), at …`. */
function ratesSentence(result: LatencyResult, rates: readonly number[]): string {
  const texts = rates.map((rate) => {
    const ratios = ratiosAt(result, rate)
    const [least, greatest] = [Math.min(...ratios), Math.max(...ratios)]
    return `at ${rateText(rate)}/s ${medianOf(ratios).median.toFixed(2)} (${range(least, greatest, (value) => value.toFixed(2))})`
  })
  return `How many times as much a request costs then, in the median of the servers: ${texts.join(', ')}.`
}

function sleepingCells(summary: PointSummary | null): string[] {
  if (!summary?.sleeping || !summary.cpu) return ['', '', '']
  const { cpu, ratio } = summary.sleeping
  return [significant(summary.cpu.value), significant(cpu.value), ratioText(ratio)]
}

/** `1.52 (1.44–1.60)`; a `~` before what may be none. */
function ratioText({ value, low, high }: Estimate): string {
  const text = value.toFixed(2)
  if (low === null || high === null) return text
  return `${low <= 1 && high >= 1 ? '~ ' : ''}${text} (${range(low, high, (each) => each.toFixed(2))})`
}
