import type { Result, ServerResult } from '../../shared/results/format.ts'
import type { Interval } from '../../shared/stats/intervals.ts'
import { significant } from '../text/numbers.ts'
import type { Role } from './theme.ts'

/** A figure of a server. */
export interface Point {
  /** Of the row. */
  name: string
  role: Role
  value: number
  /** Ends of the interval or range. */
  low: number
  high: number
  /** The 95% prediction interval for another machine, and the figure of each process. */
  spread?: { predicted: Interval; processes: readonly number[] }
}

/** A server's line in a chart. */
export interface Row extends Point, Texts {
  label: string
  /** Rank interval by requests/s: `3` or `2–5`; only where ranks are shown. */
  rank?: string
  /** The label with the marks of its caveats. */
  markedLabel: string
}

export interface Texts {
  /** The value, formatted with its unit. */
  figure: string
  /** Remark of a few characters. */
  aside: string
  /** Texts of additional columns. */
  more?: string[]
}

const LABEL_LENGTH = 18

/** Truncates a server's name to `LABEL_LENGTH` characters. */
export function labelOf(displayName: string): string {
  return displayName.length > LABEL_LENGTH ? `${displayName.slice(0, LABEL_LENGTH - 1)}…` : displayName
}

export function rowOf(
  { name, displayName, runtime }: Pick<ServerResult, 'name' | 'displayName' | 'runtime'>,
  marks = '',
): Pick<Row, 'name' | 'label' | 'markedLabel' | 'role'> {
  const label = labelOf(displayName)
  return { name, label, markedLabel: `${label} ${marks}`.trim(), role: runtime }
}

/** Sorts by the ratio to the baseline, or by requests/s without a baseline; servers without a number last; equals by name. */
export function bestFirst({ servers }: Pick<Result, 'servers'>): ServerResult[] {
  const ratio = ({ summary }: ServerResult) => summary?.ratioToBaseline?.ratio ?? -1
  const rate = ({ summary }: ServerResult) => summary?.requestsPerSecond.value ?? -1
  return servers.toSorted((a, b) => ratio(b) - ratio(a) || rate(b) - rate(a) || (a.name < b.name ? -1 : 1))
}

/**
 * States the finding: `trpc has 5.9 times the peak memory of http-deno`.
 * @param where the end of the sentence
 */
export function extremes(what: string, rows: readonly Pick<Row, 'label' | 'value'>[], where = ''): string {
  const sorted = rows.filter(({ value }) => value > 0).toSorted((a, b) => a.value - b.value)
  const [least, most] = [sorted.at(0), sorted.at(-1)]
  if (!least || !most || least === most) return `${what[0]?.toUpperCase()}${what.slice(1)}${where}`
  return `${most.label} has ${significant(most.value / least.value, 2)} times the ${what} of ${least.label}${where}`
}
