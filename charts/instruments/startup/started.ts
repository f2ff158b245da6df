/** Rows of `startup`. */
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import type { Median } from '../../../shared/results/summary-format.ts'
import type { Row } from '../columns.ts'
import type { StartedServer, StartSummary, Startup, Way } from './format.ts'

export type File = Unsealed<Startup>
export type Started = StartedServer & Row & { summary: StartSummary }

interface Which {
  way?: Way
  /** Null for the scenario's own file. */
  routes?: number | null
}

/** Returns the servers that start one way, or have a number of routes; those with least time, or else instructions, first. */
export function started({ servers }: File, { way = 'source', routes = null }: Which = {}): Started[] {
  const cost = ({ summary: { seconds, instructions } }: Started) => (seconds ?? instructions)?.median ?? 0
  return servers
    .flatMap((server) =>
      server.summary && server.way === way && server.routes === routes ? [{ ...server, summary: server.summary }] : [],
    )
    .sort((a, b) => cost(a) - cost(b) || (a.name < b.name ? -1 : 1))
}

export const isTimed = ({ servers }: File) => servers.some(({ summary }) => summary?.seconds)

export const millions = (figure: Median | null | undefined) => (figure ? figure.median / 1e6 : null)
