import type { Row } from '../columns.ts'
import type { Memory, MemoryServer, MemorySummary } from './format.ts'

export type Watched = MemoryServer & Row & { summary: MemorySummary }

/** Returns servers that have figures, the lowest peak first. */
export function watched({ servers }: Pick<Memory, 'servers'>): Watched[] {
  return servers
    .flatMap((server) => {
      const { summary } = server
      return summary ? [{ ...server, summary, marks: summary.held ? '' : '‡' }] : []
    })
    .sort((a, b) => a.summary.peak.median - b.summary.peak.median || (a.name < b.name ? -1 : 1))
}
