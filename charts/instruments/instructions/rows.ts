import { countMarks } from '../../../shared/results/counts-summary.ts'
import type { CountedServer, CountsSummary } from '../../../shared/results/instructions.ts'
import type { Row } from '../columns.ts'

export type CountedRow = CountedServer & Row & { summary: CountsSummary }

/** Returns servers that have a count, the lowest first. */
export function counted({ servers }: { servers: readonly CountedServer[] }): CountedRow[] {
  return servers
    .flatMap((server) => {
      const { summary } = server
      return summary ? [{ ...server, summary, marks: countMarks(summary) }] : []
    })
    .sort((a, b) => a.summary.javascript - b.summary.javascript || (a.name < b.name ? -1 : 1))
}
