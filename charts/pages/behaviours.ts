/** What servers do differently where the contract leaves it open. */
import type { Result } from '../../shared/result/format.ts'
import { inline, table } from '../text/markdown.ts'

/** Markdown; nothing where nothing was observed. */
export function behavioursTable(result: Result): string {
  const seen = result.servers.flatMap(({ displayName, behaviours }) =>
    behaviours.map((behaviour) => ({ displayName, ...behaviour })),
  )
  const rows = [...Map.groupBy(seen, ({ id }) => id).values()].flatMap((answers) =>
    [...Map.groupBy(answers, ({ outcome }) => outcome)]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([outcome, servers], i) => [
        i === 0 ? inline(answers[0]?.title ?? '') : '',
        inline(outcome),
        inline(servers.length === answers.length ? 'all' : servers.map(({ displayName }) => displayName).join(', ')),
      ]),
  )
  return rows.length > 0 ? table(['sent', 'what happens', 'servers'], rows, ['left', 'left', 'left']) : ''
}
