/** The README's table: one row a server, best first, refused ones last with the reason. */
import { validationText } from '../../shared/result/disclosure.ts'
import type { Median, Result, ServerResult, Summary } from '../../shared/result/format.ts'
import { halfWidth } from '../../shared/result/intervals.ts'
import { runtimeTitles } from '../drawing/theme.ts'
import { megabytes, range, ratioText, significant } from '../specs/numbers.ts'
import { shownRanks } from '../specs/ranks.ts'
import { requestsPerSecond } from '../specs/requests-per-second.ts'
import { endsOf, type SpreadKind, spreadKind, spreadNames } from '../specs/spread.ts'
import { type Align, blocks, inline, list, table } from './markdown.ts'
import { type Footnote, footnotes, marksOf } from './marks.ts'
import { noiseFloorText } from './noise-floor.ts'

interface Column {
  title: string
  align: Align
  /** Markdown; of a refused server there is no summary, and a figure is blank. */
  cell(server: ServerResult, summary: Summary | null): string
}

const text = (title: string, cell: (server: ServerResult) => string): Column => ({
  title,
  align: 'left',
  cell,
})

const figure = (title: string, cell: (summary: Summary) => string): Column => ({
  title,
  align: 'right',
  cell: (_, summary) => (summary ? cell(summary) : ''),
})

/** The median and, where they differ visibly, the ends of its spread. */
function withSpread(median: Median, kind: SpreadKind, format: (value: number) => string): string {
  const { low, high } = endsOf(median, kind)
  const ends = range(low, high, format)
  return ends === '' ? format(median.median) : `${format(median.median)} (${ends})`
}

/** Half of the interval in percent of the ratio. */
function withHalfWidth({ ratio, low, high }: NonNullable<Summary['ratioToBaseline']>): string {
  if (low === null || high === null || low === high) return ratioText(ratio)
  return `${ratioText(ratio)} ± ${(halfWidth({ ratio, low, high }) * 100).toFixed(1)}%`
}

function columnsOf(result: Result): Column[] {
  const ranks = shownRanks(result)
  const kind = spreadKind(result, ({ requestsPerSecond }) => requestsPerSecond)
  return [
    { title: 'rank', align: 'right', cell: ({ name }) => String(ranks.get(name) ?? '') },
    text('server', ({ displayName, summary }) => `${inline(displayName)} ${summary ? marksOf(summary) : ''}`.trim()),
    text('version', ({ version }) => inline(version ?? '')),
    text('runtime', ({ runtime, runtimeVersion }) => `${runtimeTitles[runtime]} ${runtimeVersion}`),
    text('router', ({ router }) => (router ? 'yes' : 'no')),
    text('validation', ({ validation }) => inline(validationText(validation))),
    figure(`requests/s (${spreadNames[kind].short})`, (summary) =>
      withSpread(summary.requestsPerSecond, kind, (value) => significant(value, 4)),
    ),
    figure(`relative to ${inline(result.baseline)}`, ({ ratioToBaseline }) =>
      ratioToBaseline ? withHalfWidth(ratioToBaseline) : '',
    ),
    figure('latency mean, ms', (summary) => significant(summary.latencyMean.median)),
    figure('latency p99, ms', (summary) => significant(summary.latencyP99.median)),
    figure('throughput, MB/s', (summary) => significant(megabytes(summary.receivedPerSecond).median)),
    figure('peak memory, MB', (summary) => significant(megabytes(summary.peakMemory).median)),
    figure('CPU max, %', (summary) => significant(summary.cpuMax.median)),
    figure('CPU per request, µs', (summary) => significant(summary.cpuPerRequest.median)),
    text('description', (server) => [refusalText(server), inline(server.description)].filter(Boolean).join(' ')),
  ]
}

function refusalText({ refusal }: ServerResult): string {
  return refusal
    ? `**Refused** in round ${refusal.round}, ${refusal.phase}: ${inline(refusal.reason.replace(/\.$/, ''))}.`
    : ''
}

export function pageTable(result: Result): string {
  const place = new Map(requestsPerSecond.rows(result).map(({ name }, i) => [name, i]))
  const placeOf = ({ name }: ServerResult) => place.get(name) ?? place.size
  const servers = result.servers.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.name < b.name ? -1 : 1))
  const columns = columnsOf(result)
  return blocks(
    table(
      columns.map(({ title }) => title),
      servers.map((server) => columns.map(({ cell }) => cell(server, server.summary))),
      columns.map(({ align }) => align),
    ),
    list(footnotes(result).map(footnoteText)),
    noiseFloorText(result),
    list(
      result.notInstalled.map(
        ({ name, install }) =>
          `${inline(name)}: not installed, so not measured; ${inline(`\`${install}\``)} installs it`,
      ),
    ),
  )
}

function footnoteText({ mark, kind, meaning, servers }: Footnote): string {
  const alike = Map.groupBy(servers, ({ trials, message }) => `in ${trials} (${inline(message)})`)
  const where = [...alike].map(([how, who]) => `${who.map(({ displayName }) => inline(displayName)).join(', ')} ${how}`)
  return `${mark} **${kind}**: ${meaning}. ${where.join('; ')}`
}
