/** The tables that a terminal shows. */
import Table from 'cli-table3'
import type { Behaviour } from './contract.ts'
import { oneLine } from './errors.ts'
import type { Median, Result } from './result.ts'

export const plainBorders = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' }

/** One row a server, best first; those refused come last with the reason. */
export function resultTable(result: Result): string {
  const right = 'right' as const
  const table = new Table({
    head: [
      'server',
      'version',
      'requests/s',
      'min–max',
      '× baseline',
      'mean ms',
      'p99 ms',
      'MB/s',
      'MB',
      'CPU %',
      'µs/request',
    ],
    colAligns: ['left', 'left', ...Array(9).fill(right)],
    chars: plainBorders,
    style: { head: [], border: [] },
  })
  const measured = result.servers
    .flatMap((server) => (server.summary ? [{ server, summary: server.summary }] : []))
    .sort((a, b) => b.summary.requestsPerSecond.median - a.summary.requestsPerSecond.median)
  for (const { server, summary } of measured) {
    const { requestsPerSecond: rate, ratioToBaseline: ratio } = summary
    const number = ({ median }: Median, digits: number, unit = 1) => (median / unit).toFixed(digits)
    table.push([
      server.name,
      server.version ?? `${server.runtime} ${server.runtimeVersion}`,
      count(rate.median),
      `${count(rate.min)}–${count(rate.max)}`,
      ratio ? ratio.median.toFixed(2) : '',
      number(summary.latencyMean, 1),
      number(summary.latencyP99, 1),
      number(summary.receivedPerSecond, 1, 1e6),
      number(summary.peakMemory, 0, 1e6),
      number(summary.cpuMax, 0),
      number(summary.cpuPerRequest, 1),
    ])
  }
  const refused = result.servers.flatMap(({ name, refusal }) =>
    refusal ? [`${name}: refused in round ${refusal.round} (${refusal.phase}): ${oneLine(refusal.reason)}`] : [],
  )
  const verdicts = result.servers.flatMap(({ name, trials }) =>
    [...new Set(trials.flatMap((trial) => trial.verdicts.map(({ message }) => message)))].map((m) => `${name}: ${m}`),
  )
  const missing = result.notInstalled.map(({ name, install }) => `${name}: not installed (${install})`)
  return [...(measured.length > 0 ? [table.toString()] : []), ...refused, ...verdicts, ...missing].join('\n')
}

/** One row a behaviour: what the servers do, most common first, and which they are. */
export function behaviourTable(servers: readonly { name: string; behaviours: readonly Behaviour[] }[]): string {
  const table = new Table({
    head: ['behaviour', 'what happens', 'where'],
    chars: plainBorders,
    style: { head: [], border: [] },
  })
  for (const { id, title } of servers[0]?.behaviours ?? []) {
    const outcomeOf = (behaviours: readonly Behaviour[]) => behaviours.find((behaviour) => behaviour.id === id)?.outcome
    const groups = Object.entries(Object.groupBy(servers, ({ behaviours }) => outcomeOf(behaviours) ?? ''))
    groups.sort(([, a = []], [, b = []]) => b.length - a.length)
    table.push([
      title.replaceAll('`', ''),
      groups.map(([outcome]) => outcome).join('\n'),
      groups.map(([, group = []]) => group.map(({ name }) => name).join(', ')).join('\n'),
    ])
  }
  return table.toString()
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
