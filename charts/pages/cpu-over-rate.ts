/** What a request costs over the rate at which requests come: README's region. */

import type { PublishedLatency } from '../../shared/result/latency.ts'
import { summarizePoint } from '../../shared/result/latency-summary.ts'
import { inline } from '../text/markdown.ts'
import { rateText, significant } from '../text/numbers.ts'
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
