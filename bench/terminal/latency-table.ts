/** What a terminal shows of latencies under an open loop. */
import { grouped } from '../../shared/basics/text.ts'
import { textTable } from '../../shared/basics/text-table.ts'
import {
  type LatencyServer,
  type Search,
  SHOWN_QUANTILES,
  type ShownQuantile,
  type UnsealedLatency,
} from '../../shared/result/latency.ts'
import { type PointSummary, summarizeMaximum, summarizePoint } from '../../shared/result/latency-summary.ts'
import { passedText, quantileText } from '../../shared/result/latency-text.ts'

const NAMES = Object.keys(SHOWN_QUANTILES) as ShownQuantile[]

/** One line of a server's process that has just been measured, with p99 of all so far. */
export function latencyLine(name: string, record: Pick<LatencyServer, 'maxima' | 'points'>): string {
  const maximum = record.maxima.at(-1)
  const parts = record.points
    .flatMap((point) => summarizePoint(point) ?? [])
    .filter(({ share, quantiles }) => share === null && quantiles !== null)
    .map(({ rate, quantiles, fails }) => {
      const p99 = quantiles ? quantileText(quantiles.p99, milliseconds) : ''
      return `${p99}${fails === null ? '' : '!'} at ${grouped(rate)}/s`
    })
  return `  ${name.padEnd(16)} maximum ${grouped(maximum?.requestsPerSecond ?? 0)}/s, p99 ms ${parts.join(', ')}`
}

/** One line of a server for which the highest rate was searched. */
export function searchLine(name: string, search: Search): string {
  const { best, next, bestAgain, nextAgain } = search
  const found = best === null ? 'no rate' : `${grouped(best)}/s (${passedText(bestAgain)})`
  const above = next === null ? '' : `, next above ${grouped(next)}/s (${passedText(nextAgain)})`
  return `  ${name.padEnd(16)} ${found}${above}`
}

/** One row a server and rate, the servers in order; then who was refused and why. */
export function latencyTable({ servers }: Pick<UnsealedLatency, 'servers'>): string {
  const rows = servers.flatMap((server) => {
    const points = server.points.map((point) => ({ point, summary: summarizePoint(point) }))
    const maximum = summarizeMaximum(server)
    return [
      ...points.map(({ point, summary }) => rowOf(server, rateText(point), summary)),
      ...(maximum
        ? [
            [
              server.name,
              `${grouped(maximum.rate.value)} (maximum)`,
              ...NAMES.map(() => ''),
              maximum.cpu?.value.toFixed(1) ?? '',
              '',
            ],
          ]
        : []),
    ]
  })
  const refused = servers.flatMap(({ name, refusal }) => (refusal === null ? [] : [`${name}: refused: ${refusal}`]))
  const head = ['server', 'requests/s', ...NAMES.map((name) => `${name} ms`), 'CPU µs', '']
  const table = textTable(head, rows, ['left', 'right', ...NAMES.map(() => 'right' as const), 'right', 'left'])
  return [...(rows.length > 0 ? [table] : []), ...refused].join('\n')
}

function rateText({ rate, share }: { rate: number; share: number | null }): string {
  return share === null ? grouped(rate) : `${grouped(rate)} (${Math.round(share * 100)}%)`
}

function rowOf({ name }: LatencyServer, rate: string, summary: PointSummary | null): string[] {
  if (!summary) return [name, rate, ...NAMES.map(() => ''), '', 'the generator stood still each time']
  const { quantiles, cpu, fails, noisy } = summary
  const notes = [fails === null ? '' : `does not hold: ${fails}`, noisy ? 'noisy' : ''].filter(Boolean)
  const cells = NAMES.map((quantile) => (quantiles ? quantileText(quantiles[quantile], milliseconds) : ''))
  return [name, rate, ...cells, cpu?.value.toFixed(1) ?? '', notes.join(', ')]
}

const milliseconds = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)

/** One row a server; nothing where no objective was asked for. */
export function objectiveTable({ servers, protocol }: Pick<UnsealedLatency, 'servers' | 'protocol'>): string {
  if (protocol.objective === null) return ''
  const { quantile, milliseconds } = protocol.objective
  const rows = servers.flatMap(({ name, search }) =>
    search
      ? [
          [
            name,
            search.best === null ? 'none' : grouped(search.best),
            passedText(search.bestAgain),
            search.next === null ? '' : grouped(search.next),
            passedText(search.nextAgain),
          ],
        ]
      : [],
  )
  const head = ['server', `requests/s with ${quantile} < ${milliseconds} ms`, 'again', 'next above', 'again']
  return rows.length === 0 ? '' : textTable(head, rows, ['left', 'right', 'right', 'right', 'right'])
}
