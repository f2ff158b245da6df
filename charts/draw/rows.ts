import { plural } from '../../shared/basics/text.ts'
import type { Result, ServerResult } from '../../shared/results/format.ts'
import type { Interval } from '../../shared/stats/intervals.ts'
import type { Role } from './theme.ts'

/** A server's line in a chart. */
export interface Row extends Figures {
  name: string
  label: string
  role: Role
  /** Rank interval by requests/s: `3` or `2–5`; only where ranks are shown. */
  rank?: string
  /** The label with the marks of its caveats. */
  markedLabel: string
}

export interface Figures {
  value: number
  /** Ends of the interval or range. */
  low: number
  high: number
  /** The value, formatted with its unit. */
  figure: string
  /** Remark of a few characters. */
  aside: string
  /** The 95% prediction interval for another machine, and the figure of each process. */
  spread?: { predicted: Interval; processes: readonly number[] }
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
): Omit<Row, keyof Figures | 'rank'> {
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
 * States the main finding in a sentence, as alternative text: the extremes and the baseline.
 * @param noun what a row stands for
 */
export function finding(title: string, rows: Row[], noun = 'server'): string {
  const isDescending = (rows.at(0)?.value ?? 0) > (rows.at(-1)?.value ?? 0)
  const [first, last] = [rows.at(0), rows.at(-1)]
  if (!first || !last) return `${title}: no ${noun} has a number`
  const baseline = rows.find(({ role }) => role === 'baseline')
  const extremes = isDescending ? ['highest', 'lowest'] : ['lowest', 'highest']
  const named = ({ label, role, figure }: Row) => `${label}${role === 'baseline' ? ' (baseline)' : ''} with ${figure}`
  const parts =
    first === last
      ? [named(first)]
      : [
          `${extremes[0]} is ${named(first)}`,
          ...(baseline && baseline !== first && baseline !== last ? [named(baseline)] : []),
          `${extremes[1]} is ${named(last)}`,
        ]
  return `${title}, ${plural(rows.length, noun)}: ${parts.join(', ')}`
}
