/** What else a reader must know of a server: of its notes those that concern the scenario of the page. */
import type { Result } from '../../shared/result/format.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { inline, list } from '../text/markdown.ts'
import { remarksOn } from '../text/remarks.ts'

/** Markdown; servers of which the same is to be said share a line. */
export function notesList(result: Result): string {
  const scenario = scenarios.get(result.scenario)
  const remarks = result.servers.flatMap((server) =>
    remarksOn(server, scenario).map((remark) => ({ remark, displayName: server.displayName })),
  )
  return list(
    [...Map.groupBy(remarks, ({ remark }) => remark)].map(
      ([remark, servers]) =>
        `**${servers.map(({ displayName }) => inline(displayName)).join(', ')}**: ${inline(remark)}`,
    ),
  )
}
