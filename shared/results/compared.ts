/** Which servers claims compare, and which of them lead. */
import type { Result, ServerResult } from '../format/format.ts'
import { type Compare, LEAST_PROCESSES, leadersOf } from '../stats/claims.ts'
import { isLowerBound } from './caveats.ts'
import { rankedOf } from './summary.ts'

/**
 * Returns the servers that claims compare, best first: ranked ones with enough processes for a claim, and measured on several
 * kinds of machines if others are.
 */
export function comparedOf(result: Pick<Result, 'subjects'>): ServerResult[] {
  return rankedOf(result).filter(
    ({ summary }) =>
      summary &&
      summary.trials >= LEAST_PROCESSES &&
      !summary.caveats.some(({ kind }) => kind === 'one-kind'),
  )
}

/** The servers of a set that may be its fastest. */
export interface Leaders {
  /** The leader, those that do not differ from it, and those that might reach it at their own limit. */
  servers: ServerResult[]
  /** Whether all of them were at their own limit: otherwise, it is unknown which is the fastest, and which are tied. */
  areKnown: boolean
}

/** @param servers best first */
export function leadersAmong(servers: readonly ServerResult[], compare: Compare): Leaders {
  const tied = leadersOf(
    servers.map(({ name }) => name),
    compare,
  )
  const most = servers[0]?.summary?.ratioToBaseline?.value ?? 0
  const leaders = servers.filter(
    (server) => tied.includes(server.name) || (isBound(server) && reachOf(server) >= most),
  )
  return { servers: leaders, areKnown: !leaders.some(isBound) }
}

/** Returns whether a server's figures are a lower bound. */
export const isBound = ({ summary }: ServerResult) => summary !== null && isLowerBound(summary)

/** Returns the ratio to the baseline that a server would have with all of its CPU, at the same CPU time per request. */
function reachOf({ summary }: ServerResult): number {
  const ratio = summary?.ratioToBaseline?.value ?? 0
  return ratio / Math.min(1, (summary?.cpuMean.value ?? 0) / 100)
}
