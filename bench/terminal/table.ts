/** The tables that a terminal shows. */

import { grouped, oneLine } from '../../shared/basics/text.ts'
import { textTable } from '../../shared/basics/text-table.ts'
import type { Result, ServerResult, Summary } from '../../shared/result/format.ts'
import { knownHalfWidth } from '../../shared/result/intervals.ts'
import type { PooledResult } from '../../shared/result/pooled-result.ts'
import { rankText } from '../../shared/result/ranks.ts'
import type { Behaviour } from '../contract/exchange.ts'
import { publishedCell, withinLines } from './published.ts'

export type Tabled = Pick<Result, 'servers' | 'copy' | 'notInstalled' | 'baseline'>

type Column = [title: string, cell: (server: ServerResult, summary: Summary, published?: PooledResult) => string]

const COLUMNS: Column[] = [
  ['#', (_, { ranks }) => rankText(ranks)],
  ['server', ({ name }) => name],
  ['version', ({ version, runtime, runtimeVersion }) => version ?? `${runtime} ${runtimeVersion}`],
  ['requests/s', (_, { requestsPerSecond }) => grouped(requestsPerSecond.value)],
  [
    '95% interval',
    (_, { requestsPerSecond: { low, high } }) => (low && high && low < high ? `${grouped(low)}–${grouped(high)}` : ''),
  ],
  ['× baseline', (_, { ratioToBaseline }) => ratioToBaseline?.ratio.toFixed(3) ?? ''],
  ['±', (_, { ratioToBaseline }) => plusMinus(ratioToBaseline)],
  ['published', (server, _, published) => publishedCell(server, published)],
  ['p99 ms', (_, { latencyP99 }) => latencyP99.value.toFixed(1)],
  ['MB/s', (_, { receivedPerSecond }) => (receivedPerSecond.value / 1e6).toFixed(1)],
  ['MB', (_, { peakMemory }) => (peakMemory.value / 1e6).toFixed(0)],
  ['CPU %', (_, { cpuMean }) => cpuMean.value.toFixed(0)],
  ['µs/request', (_, { cpuPerRequest }) => cpuPerRequest.value.toFixed(2)],
]

/** A server and its figures. */
interface Measured {
  server: ServerResult
  summary: Summary
}

/** Those that have figures, the baseline's copy among them, greatest ratio first, as pages have it. */
export function measuredOf({ servers, copy }: Pick<Tabled, 'servers' | 'copy'>): Measured[] {
  return [...servers, ...(copy ? [copy] : [])]
    .flatMap((server) => (server.summary ? [{ server, summary: server.summary }] : []))
    .sort(({ summary: a }, { summary: b }) => byRatio(a, b))
}

/**
 * One row a server, best first; then caveats and whose they are, and who has no figures and why.
 * @param published of the scenario under the same load, beside which the ratios are put
 */
export function terminalTable(result: Tabled, published?: PooledResult): string {
  const measured = measuredOf(result)
  if (measured.length === 0) return linesBelow(result).join('\n')
  const columns = COLUMNS.filter(([title]) => published || title !== 'published')
  const table = textTable(
    columns.map(([title]) => title),
    measured.map(({ server, summary }) => columns.map(([, cell]) => cell(server, summary, published))),
    columns.map(([title]) => (title === 'server' || title === 'version' ? 'left' : 'right')),
  )
  const hasIntervals = measured.some(({ summary }) => knownHalfWidth(summary.ratioToBaseline) !== null)
  return [
    table,
    ...(hasIntervals ? ['95% interval: of requests/s, within this run'] : []),
    ...(published ? ['published: where the ratio on another machine is expected (95%)'] : []),
    ...withinLines(result, published),
    ...linesBelow(result),
  ].join('\n')
}

/** Why there are no ratios, caveats of figures and whose they are, and who has no figures and why. */
export function linesBelow({ servers, copy, notInstalled, baseline }: Tabled): string[] {
  const measured = measuredOf({ servers, copy })
  const held = measured.flatMap(({ server, summary: { verdicts, trials: of } }) =>
    verdicts.map(({ kind, trials, message }) => ({
      name: server.name,
      what: `${kind}${trials < of ? ` in ${trials} of ${of}` : ''}: ${message}`,
    })),
  )
  const verdicts = [...Map.groupBy(held, ({ what }) => what)].map(
    ([what, servers]) => `${servers.map(({ name }) => name).join(', ')}: ${what}`,
  )
  const hasBaseline = measured.length === 0 || servers.some(({ name }) => name === baseline)
  return [
    ...(hasBaseline ? [] : [`no × baseline: ${baseline} is not among the servers, and nothing was compared`]),
    ...verdicts,
    ...refusedLines(servers),
    ...missingLines(notInstalled),
  ]
}

function refusedLines(servers: Tabled['servers']): string[] {
  return servers.flatMap(({ name, refusal }) =>
    refusal ? [`${name}: refused in round ${refusal.round} (${refusal.phase}): ${oneLine(refusal.reason)}`] : [],
  )
}

function missingLines(notInstalled: Tabled['notInstalled']): string[] {
  return notInstalled.map(({ name, install }) => `${name}: not installed (${install})`)
}

/** Greatest ratio first, as pages have it; by requests/s where there is no baseline. */
function byRatio(a: Summary, b: Summary): number {
  const difference = (b.ratioToBaseline?.ratio ?? 0) - (a.ratioToBaseline?.ratio ?? 0)
  return difference || b.requestsPerSecond.value - a.requestsPerSecond.value
}

/** Half of a ratio's interval in percent of the ratio. */
function plusMinus(ratio: Summary['ratioToBaseline']): string {
  const width = knownHalfWidth(ratio)
  return width === null ? '' : `${(width * 100).toFixed(1)}%`
}

/** One row a behaviour: what the servers do, most common first, and which they are. */
export function behaviourTable(servers: readonly { name: string; behaviours: readonly Behaviour[] }[]): string {
  const rows = (servers[0]?.behaviours ?? []).map(({ id, title }) => {
    const outcomeOf = (behaviours: readonly Behaviour[]) => behaviours.find((behaviour) => behaviour.id === id)?.outcome
    const groups = Object.entries(Object.groupBy(servers, ({ behaviours }) => outcomeOf(behaviours) ?? ''))
    groups.sort(([, a = []], [, b = []]) => b.length - a.length)
    return [
      title.replaceAll('`', ''),
      groups.map(([outcome]) => outcome).join('\n'),
      groups.map(([, group = []]) => group.map(({ name }) => name).join(', ')).join('\n'),
    ]
  })
  return textTable(['behaviour', 'what happens', 'where'], rows)
}
