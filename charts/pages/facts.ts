/** Sections below a page's first table. */
import { remarksOn } from '../../shared/results/disclosure.ts'
import type { Result, ServerResult, Summary } from '../../shared/results/format.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { isFidelity } from '../../shared/scenarios/fidelity.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { bestFirst } from '../draw/rows.ts'
import { type Fact, serverFacts, validationFacts } from '../text/facts.ts'
import { blocks, columnsTable, inline, list, type TableColumn, table } from '../text/markdown.ts'
import { megabytes, significant } from '../text/numbers.ts'

type ServerColumn = TableColumn<ServerResult>

export const textColumn = (title: string, of: (server: ServerResult) => string): ServerColumn => [title, of, 'left']
const figure = (title: string, cell: (summary: Summary) => string): ServerColumn => [
  title,
  ({ summary }) => (summary ? cell(summary) : ''),
  'right',
]
const named = textColumn('server', ({ displayName }) => inline(displayName))

/** Returns a column per fact; all servers of a scenario have the same ones. */
function factColumns({ servers }: Result, factsOf: (server: ServerResult) => Fact[]): ServerColumn[] {
  const titles = servers.slice(0, 1).flatMap((server) => factsOf(server).map(([title]) => title))
  return titles.map((title, i) => textColumn(title, (server) => inline(factsOf(server)[i]?.[1] ?? '')))
}

/**
 * Describes each server, with the figures that the first table lacks.
 * @returns Markdown
 */
export function factsTable(result: PooledResult): string {
  const validates = scenarios.get(result.scenario)?.validates ?? true
  return columnsTable(bestFirst(result), [
    named,
    ...factColumns(result, serverFacts),
    textColumn('machines', ({ name }) => countsText(result, name)),
    figure('MB/s', (summary) => significant(megabytes(summary.receivedPerSecond).value)),
    figure('CPU, µs/req', (summary) => significant(summary.cpuPerRequest.value)),
    figure('CPU, %', (summary) => significant(summary.cpuMean.value)),
    // Descriptions are mostly about validation.
    ...(validates ? [textColumn('description', ({ description }) => inline(description))] : []),
  ])
}

/** Counts a server's machines: `3`, or `3, in 5 runs`. */
function countsText({ pooled, baseline, machines, runs }: PooledResult, name: string): string {
  const own = name === baseline ? { machines, runs: runs.length } : pooled.get(name)
  if (!own) return ''
  return own.runs > own.machines ? `${own.machines}, in ${own.runs} runs` : String(own.machines)
}

export const HOW_TEXT =
  '*Jit* validators compile the schema when the server starts, *ahead-of-time* ones when it is built; *interpreted* ones, without a term, walk it for each request.'

/**
 * Shows each server's validator, its kind and strictness.
 * @returns Markdown; empty if the scenario has no validation
 */
export function disclosureTable(result: Result): string {
  const columns = factColumns(result, (server) => validationFacts(server, result.scenario))
  return columns.length > 0 ? blocks(HOW_TEXT, columnsTable(bestFirst(result), [named, ...columns])) : ''
}

/**
 * Shows how servers differ where the contract leaves the response open.
 * @returns Markdown; empty if nothing was observed
 */
export function behavioursTable(result: Result): string {
  const seen = result.servers.flatMap(({ displayName, behaviours }) =>
    behaviours.filter(({ id }) => !isFidelity(id)).map((behaviour) => ({ displayName, ...behaviour })),
  )
  const rows = [...Map.groupBy(seen, ({ id }) => id).values()].flatMap((outcomes) =>
    [...Map.groupBy(outcomes, ({ outcome }) => outcome)]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([outcome, servers], i) => [
        i === 0 ? inline(outcomes[0]?.title ?? '') : '',
        inline(outcome),
        inline(servers.length === outcomes.length ? 'all' : servers.map(({ displayName }) => displayName).join(', ')),
      ]),
  )
  return rows.length > 0 ? table(['sent', 'outcome', 'servers'], rows, ['left', 'left', 'left']) : ''
}

/**
 * Lists notes on servers; servers with the same note share a line.
 * @returns Markdown
 * @param more additional notes by server, if the scenario validates
 */
export function notesList(result: Result, more: (name: string) => readonly string[] = () => []): string {
  const validates = scenarios.get(result.scenario)?.validates ?? true
  const remarks = result.servers.flatMap((server) =>
    [...remarksOn(server, result.scenario), ...(validates ? more(server.name) : [])].map((remark) => ({
      remark,
      displayName: server.displayName,
    })),
  )
  return list(
    [...Map.groupBy(remarks, ({ remark }) => remark)].map(
      ([remark, servers]) =>
        `**${servers.map(({ displayName }) => inline(displayName)).join(', ')}**: ${inline(remark)}`,
    ),
  )
}
