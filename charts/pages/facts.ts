/** Sections below a page's first table. */

import { isFidelity } from '../../shared/contract/fidelity.ts'
import { remarksOn } from '../../shared/format/disclosure.ts'
import type { Result, ServerResult } from '../../shared/format/format.ts'
import { bestFirst } from '../../shared/results/summary.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { serverFacts, validationFacts } from '../text/facts.ts'
import { blocks, columnsTable, inline, list, type TableColumn, table } from '../text/markdown.ts'

type ServerColumn = TableColumn<ServerResult>

export const textColumn = (title: string, of: (server: ServerResult) => string): ServerColumn => [
  title,
  of,
  'left',
]

/**
 * Describes each server and its validator.
 * @returns Markdown
 */
export function factsTable(result: Result): string {
  const { servers, scenario } = result
  const factsOf = (server: ServerResult) => [
    ...serverFacts(server),
    ...validationFacts(server, scenario),
  ]
  // All servers of a scenario have the same ones.
  const titles = servers.slice(0, 1).flatMap((server) => factsOf(server).map(([title]) => title))
  return columnsTable(bestFirst(result), [
    textColumn('server', ({ displayName }) => inline(displayName)),
    ...titles.map((title, i) =>
      textColumn(title, (server) => inline(factsOf(server)[i]?.[1] ?? '')),
    ),
    // Descriptions are mostly about validation.
    ...(validates(scenario)
      ? [textColumn('description', ({ description }) => inline(description))]
      : []),
  ])
}

const validates = (scenario: string) => scenarios.get(scenario)?.validates ?? true

/**
 * Shows what each server lets through where the contract leaves the response open; the strictest first. Servers that do not
 * differ share a row.
 * @returns Markdown; empty if nothing was observed
 */
export function leniencyTable({ servers, scenario }: Result): string {
  const observed = servers.map(({ displayName, behaviours }) => {
    const own = behaviours.filter(({ id }) => !isFidelity(id))
    const through = own.filter(({ status }) => status === 200)
    const others = own
      .filter(({ status }) => status !== 200)
      .map(({ status }) => String(status ?? 'no answer'))
    const fateOf = (outcome: string) =>
      outcome === 'accepted' ? '' : ` (${outcome.replace(/^accepted /, '')})`
    const sets = [...Map.groupBy(through, ({ outcome }) => outcome)].map(
      ([outcome, sent]) => sent.map(({ title }) => title).join(', ') + fateOf(outcome),
    )
    return {
      displayName,
      through,
      cells: [sets.join('; '), [...new Set(others)].sort().join(', ')],
    }
  })
  const sorted = observed
    .filter(({ cells }) => cells.some(Boolean))
    .toSorted((a, b) => a.through.length - b.through.length)
  const rows = [...Map.groupBy(sorted, ({ cells }) => cells.join('|')).values()].map((alike) => [
    inline(alike.map(({ displayName }) => displayName).join(', ')),
    ...(alike[0]?.cells ?? []).map(inline),
  ])
  if (rows.length === 0) return ''
  return blocks(
    ...(validates(scenario)
      ? ['Other invalid data is rejected, except by servers with the caveat `accepts-invalid`.']
      : []),
    table(['servers', 'lets through', 'rejects with'], rows, ['left', 'left', 'left']),
  )
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
