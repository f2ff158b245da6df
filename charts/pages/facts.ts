/** Sections below a page's first table. */
import { remarksOn } from '../../shared/results/disclosure.ts'
import type { Result, ServerResult } from '../../shared/results/format.ts'
import { isFidelity } from '../../shared/scenarios/fidelity.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { bestFirst } from '../draw/rows.ts'
import { serverFacts, validationFacts } from '../text/facts.ts'
import { columnsTable, inline, list, type TableColumn, table } from '../text/markdown.ts'

type ServerColumn = TableColumn<ServerResult>

export const textColumn = (title: string, of: (server: ServerResult) => string): ServerColumn => [title, of, 'left']

/**
 * Describes each server and its validator.
 * @returns Markdown
 */
export function factsTable(result: Result): string {
  const { servers, scenario } = result
  const factsOf = (server: ServerResult) => [...serverFacts(server), ...validationFacts(server, scenario)]
  // All servers of a scenario have the same ones.
  const titles = servers.slice(0, 1).flatMap((server) => factsOf(server).map(([title]) => title))
  return columnsTable(bestFirst(result), [
    textColumn('server', ({ displayName }) => inline(displayName)),
    ...titles.map((title, i) => textColumn(title, (server) => inline(factsOf(server)[i]?.[1] ?? ''))),
    // Descriptions are mostly about validation.
    ...(validates(scenario) ? [textColumn('description', ({ description }) => inline(description))] : []),
  ])
}

const validates = (scenario: string) => scenarios.get(scenario)?.validates ?? true

/**
 * Shows how servers differ where the contract leaves the response open: the most frequent outcome last, without names.
 * @returns Markdown; empty if nothing was observed
 */
export function behavioursTable(result: Result): string {
  const seen = result.servers.flatMap(({ displayName, behaviours }) =>
    behaviours.filter(({ id }) => !isFidelity(id)).map((behaviour) => ({ displayName, ...behaviour })),
  )
  const rows = [...Map.groupBy(seen, ({ id }) => id).values()].flatMap((outcomes) => {
    const groups = [...Map.groupBy(outcomes, ({ outcome }) => outcome)].toSorted(([, a], [, b]) => a.length - b.length)
    const others = groups.length > 1 ? 'the others' : 'all'
    return groups.map(([outcome, servers], i) => [
      i === 0 ? inline(outcomes[0]?.title ?? '') : '',
      inline(outcome),
      i === groups.length - 1 ? others : inline(servers.map(({ displayName }) => displayName).join(', ')),
    ])
  })
  return rows.length > 0 ? table(['sent', 'outcome', 'servers'], rows, ['left', 'left', 'left']) : ''
}

/**
 * Lists notes on servers; servers with the same note share a line.
 * @returns Markdown
 */
export function notesList({ servers, scenario }: Result): string {
  const remarks = servers.flatMap((server) =>
    remarksOn(server, scenario).map((remark) => ({ remark, displayName: server.displayName })),
  )
  return list(
    [...Map.groupBy(remarks, ({ remark }) => remark)].map(
      ([remark, servers]) =>
        `**${servers.map(({ displayName }) => inline(displayName)).join(', ')}**: ${inline(remark)}`,
    ),
  )
}
