/** Sections below a page's first table. */
import { isFidelity } from '../../shared/contract/fidelity.ts'
import type { Result, ServerResult } from '../../shared/format/format.ts'
import { bestFirst } from '../../shared/results/summary.ts'
import { type Fact, serverFacts, validates, validationFacts } from '../text/facts.ts'
import {
  blocks,
  columnsTable,
  inline,
  list,
  type TableColumn,
  textColumn,
} from '../text/markdown.ts'

/**
 * Describes each server and, in a second table, its validator.
 * @returns Markdown
 */
export function factsTables(result: Result): string {
  const { scenario, subjects } = result
  // Descriptions are mostly about validation.
  const description = validates(scenario)
    ? [textColumn<ServerResult>('description', ({ details }) => details.description)]
    : []
  return blocks(
    tableOf(result, factsInTable, description),
    list(
      subjects.flatMap(({ displayName, details: { tuned } }) =>
        tuned ? [`${inline(displayName)} is tuned: ${inline(tuned)}`] : [],
      ),
    ),
    tableOf(result, (server) => validationFacts(server, scenario)),
  )
}

/** Returns a server's facts without whether it is tuned: few are. */
const factsInTable = (server: ServerResult) =>
  serverFacts(server).filter(([title]) => title !== 'written')

/** Returns a row per server; empty without facts. */
function tableOf(
  result: Result,
  factsOf: (server: ServerResult) => readonly Fact[],
  more: readonly TableColumn<ServerResult>[] = [],
): string {
  const servers = bestFirst(result)
  // All servers of a scenario have the same ones.
  const titles = servers.slice(0, 1).flatMap((server) => factsOf(server).map(([title]) => title))
  const columns = titles.map((title, i) =>
    textColumn<ServerResult>(title, (server) => factsOf(server)[i]?.[1] ?? ''),
  )
  return columns.length === 0
    ? ''
    : columnsTable(servers, [
        textColumn('server', ({ displayName }) => displayName),
        ...columns,
        ...more,
      ])
}

/**
 * Shows what each server lets through where the contract leaves the response open; the strictest first. Servers that do not
 * differ share a row.
 * @returns Markdown; empty if nothing was observed
 */
export function leniencyTable({ subjects: servers, scenario }: Result): string {
  const strictestFirst = servers
    .map((server) => leniencyOf(server, server.displayName))
    .toSorted((a, b) => a.count - b.count)
  const table = lenienciesTable('servers', strictestFirst)
  return table !== '' && validates(scenario)
    ? blocks(
        'All invalid data that the table does not list is rejected, except by servers with the caveat `accepts-invalid`.',
        table,
      )
    : table
}

/** Returns a row per leniency, with the names of all that share it; empty without any. */
export function lenienciesTable(
  title: string,
  leniencies: readonly ReturnType<typeof leniencyOf>[],
): string {
  const observed = leniencies.filter(({ accepted, rejected }) => accepted || rejected)
  const groups = Map.groupBy(observed, ({ accepted, rejected }) => `${accepted}|${rejected}`)
  if (groups.size === 0) return ''
  return columnsTable(
    [...groups.values()],
    [
      textColumn(title, (alike) => alike.map(({ name }) => name).join(', ')),
      textColumn('lets through', ([leniency]) => leniency?.accepted ?? ''),
      textColumn('rejects with', ([leniency]) => leniency?.rejected ?? ''),
    ],
  )
}

/** Formats what a server lets through, and the statuses of what it rejects. */
export function leniencyOf({ details: { behaviours } }: ServerResult, name: string) {
  const sent = behaviours.filter(({ id }) => !isFidelity(id))
  const accepted = sent.filter(({ status }) => status === 200)
  const statuses = sent.flatMap(({ status }) =>
    status === 200 ? [] : [String(status ?? 'no response')],
  )
  const changeOf = (outcome: string) =>
    outcome === 'accepted' ? '' : ` (${outcome.replace(/^accepted /, '')})`
  const byOutcome = [...Map.groupBy(accepted, ({ outcome }) => outcome)].map(
    ([outcome, alike]) => alike.map(({ title }) => title).join(', ') + changeOf(outcome),
  )
  return {
    name,
    count: accepted.length,
    accepted: byOutcome.join('; '),
    rejected: [...new Set(statuses)].sort().join(', '),
  }
}
