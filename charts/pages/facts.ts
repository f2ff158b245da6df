/** Sections below a page's first table. */

import { isFidelity } from '../../shared/contract/fidelity.ts'
import { remarksOn } from '../../shared/format/disclosure.ts'
import type { Result, ServerResult } from '../../shared/format/format.ts'
import { bestFirst } from '../../shared/results/summary.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { serverFacts, validationFacts } from '../text/facts.ts'
import { blocks, columnsTable, inline, list, textColumn } from '../text/markdown.ts'

/**
 * Describes each server and its validator.
 * @returns Markdown
 */
export function factsTable(result: Result): string {
  const { subjects: servers, scenario } = result
  const factsOf = (server: ServerResult) => [
    ...serverFacts(server),
    ...validationFacts(server, scenario),
  ]
  // All servers of a scenario have the same ones.
  const titles = servers.slice(0, 1).flatMap((server) => factsOf(server).map(([title]) => title))
  return columnsTable(bestFirst(result), [
    textColumn('server', ({ displayName }) => displayName),
    ...titles.map((title, i) =>
      textColumn<ServerResult>(title, (server) => factsOf(server)[i]?.[1] ?? ''),
    ),
    // Descriptions are mostly about validation.
    ...(validates(scenario)
      ? [textColumn<ServerResult>('description', ({ details: { description } }) => description)]
      : []),
  ])
}

const validates = (scenario: string) => scenarios.get(scenario)?.validates ?? true

/**
 * Shows what each server lets through where the contract leaves the response open; the strictest first. Servers that do not
 * differ share a row.
 * @returns Markdown; empty if nothing was observed
 */
export function leniencyTable({ subjects: servers, scenario }: Result): string {
  const observed = servers
    .map(leniencyOf)
    .filter(({ accepted, rejected }) => accepted || rejected)
    .toSorted((a, b) => a.count - b.count)
  const groups = Map.groupBy(observed, ({ accepted, rejected }) => `${accepted}|${rejected}`)
  const rows = [...groups.values()].flatMap(([first, ...others]) => {
    const names = [first, ...others].flatMap((server) => server?.displayName ?? [])
    return first ? [{ ...first, names: names.join(', ') }] : []
  })
  if (rows.length === 0) return ''
  return blocks(
    ...(validates(scenario)
      ? ['Other invalid data is rejected, except by servers with the caveat `accepts-invalid`.']
      : []),
    columnsTable(rows, [
      textColumn('servers', ({ names }) => names),
      textColumn('lets through', ({ accepted }) => accepted),
      textColumn('rejects with', ({ rejected }) => rejected),
    ]),
  )
}

function leniencyOf({ displayName, details: { behaviours } }: ServerResult) {
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
    displayName,
    count: accepted.length,
    accepted: byOutcome.join('; '),
    rejected: [...new Set(statuses)].sort().join(', '),
  }
}

/**
 * Lists notes on servers; servers with the same note share a line.
 * @returns Markdown
 */
export function notesList({ subjects: servers, scenario }: Result): string {
  const remarks = servers.flatMap((server) =>
    remarksOn(server.details, scenario).map((remark) => ({
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
