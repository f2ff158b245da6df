import { plural } from '../../shared/basics/text.ts'
import type { Result, ServerResult, Summary } from '../../shared/results/format.ts'
import type { Estimate, Interval } from '../../shared/stats/intervals.ts'
import { rankText } from '../../shared/stats/ranks.ts'
import { commonKinds, marksOf } from '../text/marks.ts'
import type { Role } from './theme.ts'

/** Computes a figure of a measured server. */
export type FigureOf<Figure> = (summary: Summary, server: ServerResult) => Figure

/** Returns the ends of the 95% interval; both are the value where there is no interval. */
export function endsOf({ value, low, high }: Estimate): { low: number; high: number } {
  return { low: low ?? value, high: high ?? value }
}

export const WHISKERS = '95% interval of the mean over machines'

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
  /** End of what a chart draws beyond bar and whisker. */
  reach?: number
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

/** Returns rows of the servers that have the figure, the highest first, equals by name. */
export function rowsOf(result: Result, figures: FigureOf<Figures | null>): Row[] {
  const common = commonKinds(result.servers.map(({ summary }) => summary))
  const row = (server: ServerResult, summary: Summary, shown: Figures): Row => {
    const own = rowOf(server, marksOf(summary, common))
    const role = server.name === result.baseline ? 'baseline' : own.role
    return { ...own, role, rank: rankText(summary.ranks), ...shown }
  }
  return result.servers
    .flatMap((server) => {
      const { summary } = server
      const shown = summary && figures(summary, server)
      return shown ? [row(server, summary, shown)] : []
    })
    .sort((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1))
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
