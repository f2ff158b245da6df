/** README's text on the main scenario. */

import { dirname } from 'node:path'
import { listed, plural } from '../../shared/basics/text.ts'
import { validationText } from '../../shared/format/disclosure.ts'
import type { ServerResult } from '../../shared/format/format.ts'
import type { Column } from '../../shared/probe/column.ts'
import { type Contents, columnOf, type SubjectRow } from '../../shared/probe/probe.ts'
import { ratio, run } from '../../shared/probes/run.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { bestFirst } from '../../shared/results/summary.ts'
import { significant } from '../../shared/text/numbers.ts'
import { scenarioPicture } from '../draw/pictures.ts'
import { fastestFrameworks, notComparedAbove, shortListed } from '../draw/short-list.ts'
import { pageTable } from '../table/columns.ts'
import { runtimeTitles } from '../text/conditions.ts'
import { blocks, inline, list } from '../text/markdown.ts'
import { marked } from '../text/marks.ts'
import { pagePath } from '../text/paths.ts'
import { needsText } from './picks.ts'
import { caveatTexts } from './table.ts'

/** Returns Markdown: the first servers by need, and the fastest frameworks. */
export function picksText(result: PooledResult, fastestValidators?: string): string {
  return blocks(needsText(result, fastestValidators), fastestText(result))
}

/** Returns Markdown: the chart of the short list, and a link to all servers. */
export function headlineText(result: PooledResult): string {
  const measured = result.subjects.filter(({ summary }) => summary).length
  const drawn = shortListed(result).subjects.length
  const part = drawn === measured ? 'all' : `${drawn} of`
  return blocks(
    scenarioPicture(result, 'README.md'),
    `The chart shows ${part} ${plural(measured, 'server')}, the table ${tableServers(result).length}; [all figures](${dirname(pagePath(result.scenario))}).`,
  )
}

const runtimeText = ({ runtime, runtimeVersion }: ServerResult) =>
  `${runtimeTitles[runtime]} ${runtimeVersion.split('.')[0]}`

const twoDecimals = ({ summary }: ServerResult) => summary?.ratioToBaseline?.value.toFixed(2)

/** Names the fastest frameworks of each runtime, and those above them that are not compared. */
function fastestText(result: PooledResult): string {
  const sentences = fastestFrameworks(result).flatMap(({ servers, areKnown }) => {
    if (!areKnown) return []
    const names = servers.map(({ displayName }) => inline(displayName))
    // A framework that needs an older Node is not among them.
    return `${runtimeText(servers[0] as ServerResult)}: ${listed(names)}${names.length > 1 ? ' (tied)' : ''}`
  })
  if (sentences.length === 0) return ''
  const above = Map.groupBy(notComparedAbove(result), runtimeText)
  const named = [...above].map(([runtime, servers]) => {
    const ratios = servers.map((each) => `${inline(each.displayName)} ${twoDecimals(each)}`)
    return `${listed(ratios)} (${runtime})`
  })
  const others = above.size > 0 ? `; not compared: ${listed(named)}` : ''
  return `**Fastest framework with a router**: ${sentences.join('; ')}${others}.`
}

/** Names what validates, wherever it comes from. */
function validatedBy({ details: { validation } }: ServerResult): string {
  return validationText(validation).replace('hand-written', 'by hand').replace('built-in: ', '')
}

/** Returns a metric as a column, without a link to its explanation. */
const column = (id: string, title: string) =>
  run.metrics
    .filter((metric) => metric.id === id)
    .map((metric) => columnOf({ ...metric, title, doc: undefined }))

/** The columns of the pages that the suite began with. */
const OVERVIEW: readonly Column<SubjectRow, Contents>[] = [
  { title: 'router', value: ({ details }: ServerResult) => (details.router ? 'yes' : 'no') },
  ...column('requestsPerSecond', 'requests/s'),
  {
    title: ratio.title,
    format: (value) => value.toFixed(2),
    value: ({ summary }: ServerResult) => summary?.ratioToBaseline?.value ?? null,
  },
  {
    title: 'p50/p99 ms',
    value: ({ summary }: ServerResult) =>
      summary &&
      [summary.latencyP50, summary.latencyP99]
        .map((latency) => (latency ? significant(latency.value, 2) : ''))
        .join('/'),
  },
  ...column('receivedPerSecond', 'MB/s'),
  ...column('peakMemory', 'peak MB'),
  ...column('cpuPerRequest', 'CPU µs'),
  { title: 'validation', value: validatedBy },
]

/** Says that absolute figures change with the machine. */
function levelTexts({ subjects: servers, details: { baseline } }: PooledResult): string[] {
  const level = servers.find(({ name }) => name === baseline)?.summary?.requestsPerSecond
  if (!level || level.low === null || level.high === null) return []
  const [low, high] = [level.low, level.high].map((rate) => significant(rate, 2))
  return [
    `**requests/s, MB/s, CPU** are for an average machine. On others, all shift together: ${baseline} to ${low}–${high} (95%).`,
  ]
}

/** Servers of which readers look for figures, beside those of the chart. */
const TABLE_ONLY = ['elysia', 'fastify-zod', 'koa', 'nest-express', 'orpc']

/** Returns the chart's and a few more servers. */
function tableServers(result: PooledResult): ServerResult[] {
  const drawn = shortListed(result).subjects
  return result.subjects.filter(
    (server) => drawn.includes(server) || (server.summary && TABLE_ONLY.includes(server.name)),
  )
}

/** Returns the table of the chart's and a few more servers as Markdown, and explains its columns and marks. */
export function overviewTable(result: PooledResult): string {
  const short = { ...result, subjects: tableServers(result) }
  const rows = marked(bestFirst(short)).map((row) => ({
    ...row,
    displayName: `${row.displayName} ${row.version ?? row.runtimeVersion}`,
  }))
  const shares = short.subjects.flatMap(({ summary }) => summary?.cpuMean.value ?? [])
  const [least, most] = [Math.min(...shares), Math.max(...shares)].map((share) => share.toFixed(0))
  return blocks(
    // Spaces that break no line: a row is one line.
    pageTable(OVERVIEW, rows, result, {
      markdown: (text) => inline(text).replaceAll(' ', '\u00a0'),
    }),
    list([
      ...levelTexts(result),
      '**p50, p99**: latency with 100 requests in flight, mostly queueing; scaled to the requests/s shown.',
      '**MB/s**: responses with headers. **peak MB**: peak resident memory, median over processes.',
      `**CPU**: user and kernel time per request. Servers use ${least} to ${most}% of a CPU.`,
      '**validation**: *jit* compiles schemas at run time; other libraries interpret them. Names without bun or deno: Node.',
      ...caveatTexts(short),
    ]),
  )
}
