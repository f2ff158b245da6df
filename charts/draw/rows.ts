import type { RuntimeName } from '../../shared/format/disclosure.ts'
import type { Result, ServerResult } from '../../shared/format/format.ts'
import { acceptsInvalid } from '../../shared/results/caveats.ts'

/** A figure of a server. */
export interface Point {
  /** Of the row. */
  name: string
  role: RuntimeName
  value: number
  /** Ends of the interval or range. */
  low: number
  high: number
}

/** Longest name in a chart. */
const LENGTH = 18

/** Returns a row's name, truncated, with its marks. */
export function labelOf({ displayName, marks = '' }: { displayName: string; marks?: string }) {
  const isLong = displayName.length > LENGTH
  return `${isLong ? `${displayName.slice(0, LENGTH - 1)}…` : displayName} ${marks}`.trim()
}

export function rowOf(server: Pick<ServerResult, 'name' | 'displayName' | 'runtime'>) {
  return { name: server.name, label: labelOf(server), role: server.runtime }
}

/**
 * Sorts by the ratio to the baseline, or by requests/s without a baseline; equals by name. Servers that accept invalid data follow
 * those that are ranked, and servers without a number are last.
 */
export function bestFirst({ servers }: Pick<Result, 'servers'>): ServerResult[] {
  const place = ({ summary }: ServerResult) =>
    summary === null ? 2 : acceptsInvalid(summary) ? 1 : 0
  const ratio = ({ summary }: ServerResult) => summary?.ratioToBaseline?.ratio ?? -1
  const rate = ({ summary }: ServerResult) => summary?.requestsPerSecond.value ?? -1
  return servers.toSorted(
    (a, b) =>
      place(a) - place(b) || ratio(b) - ratio(a) || rate(b) - rate(a) || (a.name < b.name ? -1 : 1),
  )
}

/** Returns the servers that have a rank, best first. */
export function rankedOf(result: Pick<Result, 'servers'>): ServerResult[] {
  return bestFirst(result).filter(
    ({ summary }) => summary?.ratioToBaseline && !acceptsInvalid(summary),
  )
}
