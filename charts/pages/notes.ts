/** What else a reader must know of the servers of a result. */
import { remarksOn } from '../../shared/result/disclosure.ts'
import type { Result } from '../../shared/result/format.ts'
import { inline, list } from '../text/markdown.ts'

/** Markdown; servers of which the same is to be said share a line. */
export function notesList(result: Result): string {
  const remarks = result.servers.flatMap((server) =>
    remarksOn(server, result.scenario).map((remark) => ({ remark, displayName: server.displayName })),
  )
  return list(
    [...Map.groupBy(remarks, ({ remark }) => remark)].map(
      ([remark, servers]) =>
        `**${servers.map(({ displayName }) => inline(displayName)).join(', ')}**: ${inline(remark)}`,
    ),
  )
}
