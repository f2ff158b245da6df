/** What each server lets through, beyond what the contract demands; and what else a reader must know of it. */
import type { Result, ServerResult } from '../bench/result.ts'
import { blocks, inline, list, table } from './markdown.ts'

export function behavioursTable(result: Result): string {
  const observed = result.servers.filter(({ behaviours }) => behaviours.length > 0)
  const titles = new Map(observed.flatMap(({ behaviours }) => behaviours.map(({ id, title }) => [id, title])))
  const outcomes = (server: ServerResult) =>
    [...titles.keys()].map((id) => server.behaviours.find((behaviour) => behaviour.id === id)?.outcome ?? '')
  // Servers that answer alike share a column.
  const groups = [...Map.groupBy(observed, (server) => JSON.stringify(outcomes(server))).values()]
  return blocks(
    table(
      ['sent', ...groups.map((group) => group.map(({ displayName }) => inline(displayName)).join('<br>'))],
      [...titles.values()].map((title, row) => [
        inline(title),
        ...groups.map(([server]) => (server ? inline(outcomes(server)[row] ?? '') : '')),
      ]),
      ['left', ...groups.map(() => 'left' as const)],
    ),
    list(result.servers.flatMap(remarks)),
  )
}

function remarks({ displayName, knownDeviations, notes }: ServerResult): string[] {
  return [
    ...knownDeviations.map(
      (deviation) => `known deviation, ${deviation.case}: ${deviation.status}. ${deviation.reason}`,
    ),
    ...notes,
  ].map((remark) => `**${inline(displayName)}**: ${inline(remark)}`)
}
