/** What a terminal shows of latencies under an open loop. */
import { latencyTables } from '../../charts/text/latency-tables.ts'
import { significant } from '../../charts/text/numbers.ts'
import { grouped } from '../../shared/basics/text.ts'
import { textTable } from '../../shared/basics/text-table.ts'
import type { LatencyProcess, UnsealedLatency } from '../../shared/result/latency.ts'

/** One line of a server's process that has just been measured. */
export function latencyLine(name: string, { round, maximum, points }: LatencyProcess): string {
  const parts = points.flatMap(({ rate, load }) =>
    load ? [`${load.p99 === null ? '∞' : significant(load.p99)} at ${grouped(rate)}/s`] : [],
  )
  const settled = maximum.settled ? '' : ' (unsettled)'
  const p99 = parts.length === 0 ? '' : `, p99 ms ${parts.join(', ')}`
  return `${round}  ${name.padEnd(16)} maximum ${grouped(maximum.requestsPerSecond)}/s${settled}${p99}`
}

/** A table for each rate; then which servers were disqualified and why. */
export function latencyText(file: Pick<UnsealedLatency, 'protocol' | 'servers'>): string {
  const tables = latencyTables(file).map(
    ({ title, head, rows }) =>
      `${title}\n${textTable(head, rows, ['left', ...head.slice(2).map(() => 'right' as const), 'left'])}`,
  )
  const refused = file.servers.flatMap(({ name, refusal }) =>
    refusal === null ? [] : [`${name}: refused: ${refusal}`],
  )
  return [...tables, ...refused].join('\n\n')
}
