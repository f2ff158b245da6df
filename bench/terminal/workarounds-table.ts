/** The table of work-arounds that a terminal shows. */
import { textTable } from '../../shared/basics/text-table.ts'
import { type UnsealedWorkarounds, workaroundCosts, workaroundText } from '../../shared/result/workarounds.ts'

/** A row for each work-around of each server, with its cost in CPU time. Then which servers have no costs, and why. */
export function workaroundsTable({ servers }: Pick<UnsealedWorkarounds, 'servers'>): string {
  const rows = servers.flatMap((server) =>
    workaroundCosts(server).map((cost) => [server.name, cost.id, workaroundText(cost)]),
  )
  const refused = servers.flatMap(({ name, refusal }) => (refusal === null ? [] : [`${name}: refused: ${refusal}`]))
  return [
    'CPU time per request against the documented default, ± half of a 95% interval',
    textTable(['server', 'work-around', 'cost'], rows, ['left', 'left', 'left']),
    ...refused,
  ].join('\n')
}
