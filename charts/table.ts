/** The README's table: one row a server, best first, refused ones last with the reason. */
import type { Median, Result, ServerResult, Summary } from '../bench/result.ts'
import { type Align, blocks, inline, list, table } from './markdown.ts'
import { megabytes, range, rounded } from './numbers.ts'
import { requestsPerSecond } from './specs/requests-per-second.ts'
import { runtimeNames } from './theme.ts'

interface Column {
  title(result: Result): string
  align: Align
  /** Markdown; of a refused server there is no summary, and a figure is blank. */
  cell(server: ServerResult, summary: Summary | null): string
}

const text = (title: string, cell: (server: ServerResult) => string): Column => ({
  title: () => title,
  align: 'left',
  cell,
})

const figure = (title: string, cell: (summary: Summary) => string): Column => ({
  title: () => title,
  align: 'right',
  cell: (_, summary) => (summary ? cell(summary) : ''),
})

/** The median and, where the rounds differ visibly, their lowest and highest. */
function spread({ median, min, max }: Median, format: (value: number) => string): string {
  const ends = range(min, max, format)
  return ends === '' ? format(median) : `${format(median)} (${ends})`
}

const columns: Column[] = [
  text('server', ({ displayName }) => inline(displayName)),
  text('version', ({ version }) => inline(version ?? '')),
  text('runtime', ({ runtime, runtimeVersion }) => `${runtimeNames[runtime]} ${runtimeVersion}`),
  text('router', ({ router }) => (router ? 'yes' : 'no')),
  text('validation', ({ validation }) => inline(validation)),
  figure('requests/s', (summary) => spread(summary.requestsPerSecond, (value) => rounded(value, 4))),
  {
    title: ({ baseline }) => `relative to ${inline(baseline)}`,
    align: 'right',
    cell: (_, summary) =>
      summary?.ratioToBaseline ? spread(summary.ratioToBaseline, (value) => value.toFixed(2)) : '',
  },
  figure('latency mean, ms', (summary) => rounded(summary.latencyMean.median)),
  figure('latency p99, ms', (summary) => rounded(summary.latencyP99.median)),
  figure('throughput, MB/s', (summary) => rounded(megabytes(summary.receivedPerSecond).median)),
  figure('peak memory, MB', (summary) => rounded(megabytes(summary.peakMemory).median)),
  figure('CPU max, %', (summary) => rounded(summary.cpuMax.median)),
  figure('CPU per request, µs', (summary) => rounded(summary.cpuPerRequest.median)),
  text('description', (server) => [refusalText(server), inline(server.description)].filter(Boolean).join(' ')),
]

function refusalText({ refusal }: ServerResult): string {
  return refusal
    ? `**Refused** in round ${refusal.round}, ${refusal.phase}: ${inline(refusal.reason.replace(/\.$/, ''))}.`
    : ''
}

export function resultTable(result: Result): string {
  const place = new Map(requestsPerSecond.rows(result).map(({ name }, i) => [name, i]))
  const placeOf = ({ name }: ServerResult) => place.get(name) ?? place.size
  const servers = result.servers.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.name < b.name ? -1 : 1))
  return blocks(
    table(
      columns.map(({ title }) => title(result)),
      servers.map((server) => columns.map(({ cell }) => cell(server, server.summary))),
      columns.map(({ align }) => align),
    ),
    list(servers.flatMap(verdicts)),
    list(
      result.notInstalled.map(
        ({ name, install }) =>
          `${inline(name)}: not installed, so not measured; ${inline(`\`${install}\``)} installs it`,
      ),
    ),
  )
}

/** What the runner holds against a number, each told once. */
function verdicts({ displayName, trials }: ServerResult): string[] {
  const messages = new Set(trials.flatMap((trial) => trial.verdicts.map(({ kind, message }) => `${kind}: ${message}`)))
  return [...messages].map((message) => `${inline(displayName)}: ${inline(message)}`)
}
