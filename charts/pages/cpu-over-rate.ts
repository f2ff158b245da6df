/** What a request costs over the rate at which requests come: the latency page's table, and README's region. */
import type { LatencyResult } from '../../shared/result/latency.ts'
import { summarizeMaximum, summarizePoint } from '../../shared/result/latency-summary.ts'
import type { PublishedLatency } from '../../shared/result/stored-latency.ts'
import { LATENCY_FOLDER } from '../specs/latency.ts'
import { blocks, inline, table } from '../text/markdown.ts'
import { rateText, significant } from '../text/numbers.ts'

/** README's region on what requests cost where they are few. */
export const LOW_RATES_REGION = 'low-rates'

/** Markdown: what a request costs at the lowest rate of all, beside what it costs under full load; nothing where nobody was measured so. */
export function lowRatesText(published: readonly PublishedLatency[], scenario: string): string {
  const result = published.find((each) => each.scenario === scenario)?.rates?.result
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
  return `That is under full load; where requests are few each costs more ([at ${rateText(rate)}/s](${LATENCY_FOLDER}/README.md) from ${of(least)} to ${of(most)}), and the difference is rather ${share}.`
}

/** What the curves of CPU time end with. */
export function maximaText(result: LatencyResult): string {
  const rows = result.servers.flatMap((server) => {
    const maximum = summarizeMaximum(server)
    if (!maximum) return []
    const held = server.points.flatMap((point) => summarizePoint(point) ?? []).filter(({ fails }) => fails === null)
    const least = held.toSorted((a, b) => a.rate - b.rate)[0]
    const factor = least?.cpu && maximum.cpu ? least.cpu.value / maximum.cpu.value : null
    return [{ server, maximum, least, factor }]
  })
  if (rows.length === 0) return ''
  const header = ['server', 'maximum, requests/s', 'CPU µs there', 'lowest rate', 'CPU µs there', '×']
  const cells = rows
    .toSorted((a, b) => b.maximum.rate.value - a.maximum.rate.value)
    .map(({ server, maximum, least, factor }) => [
      inline(server.displayName),
      rateText(maximum.rate.value),
      maximum.cpu ? significant(maximum.cpu.value) : '',
      least ? rateText(least.rate) : '',
      least?.cpu ? significant(least.cpu.value) : '',
      factor === null ? '' : factor.toFixed(2),
    ])
  return blocks(
    '### CPU time of a request, at the maximum and at the lowest rate',
    table(
      header,
      cells,
      header.map((_, i) => (i === 0 ? 'left' : 'right')),
    ),
  )
}
