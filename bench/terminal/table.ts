/** Tables for the terminal. */
import { textTable } from '../../shared/basics/text-table.ts'
import type { Behaviour } from '../verify/exchange.ts'

/** Returns one row per behavior: outcomes, most common first, and the servers of each. */
export function behaviourTable(
  servers: readonly { name: string; behaviours: readonly Behaviour[] }[],
): string {
  const rows = (servers[0]?.behaviours ?? []).map(({ id, title }) => {
    const outcomeOf = (behaviours: readonly Behaviour[]) =>
      behaviours.find((behaviour) => behaviour.id === id)?.outcome
    const groups = Object.entries(
      Object.groupBy(servers, ({ behaviours }) => outcomeOf(behaviours) ?? ''),
    )
    groups.sort(([, a = []], [, b = []]) => b.length - a.length)
    return [
      title.replaceAll('`', ''),
      groups.map(([outcome]) => outcome).join('\n'),
      groups.map(([, group = []]) => group.map(({ name }) => name).join(', ')).join('\n'),
    ]
  })
  return textTable(['case', 'outcome', 'servers'], rows)
}
