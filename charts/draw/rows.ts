import { plural } from '../../shared/basics/text.ts'
import type { Result, ServerResult, Summary } from '../../shared/results/format.ts'
import type { Estimate, Interval } from '../../shared/stats/intervals.ts'
import { rankText } from '../../shared/stats/ranks.ts'
import { commonKinds, marksOf } from '../text/marks.ts'
import type { Role } from './theme.ts'

/** A figure of a server that has numbers. */
export type FigureOf<Figure> = (summary: Summary, server: ServerResult) => Figure

/** Ends of the 95% interval; the value itself where it has none. */
export function endsOf({ value, low, high }: Estimate): { low: number; high: number } {
  return { low: low ?? value, high: high ?? value }
}

export const WHISKERS = '95% interval of the mean over machines'

/** A server's line in a chart. */
export interface Row extends Figures {
  name: string
  label: string
  role: Role
  /** By requests/s: one, or from which to which. Where ranks are shown. */
  rank?: string
  /** The label with the marks of its caveats. */
  markedLabel: string
}

export interface Figures {
  value: number
  /** Ends of the spread, or of what lies above the value. */
  low: number
  high: number
  /** The value with its unit. */
  figure: string
  /** Remark, of a few characters. */
  aside: string
  /** Where the figure is expected on another machine, and that of each process. */
  spread?: { predicted: Interval; processes: readonly number[] }
  /** Texts of the chart's further columns. */
  more?: string[]
}

const LABEL_LENGTH = 18

/** A server's name, as much of it as there is room for. */
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

/** Rows of the servers that have the figure, the highest first; equals by name. */
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

/** By the ratio to the baseline, or by requests/s where there is none; servers without a number last; equals by name. */
export function bestFirst({ servers }: Pick<Result, 'servers'>): ServerResult[] {
  const ratio = ({ summary }: ServerResult) => summary?.ratioToBaseline?.ratio ?? -1
  const rate = ({ summary }: ServerResult) => summary?.requestsPerSecond.value ?? -1
  return servers.toSorted((a, b) => ratio(b) - ratio(a) || rate(b) - rate(a) || (a.name < b.name ? -1 : 1))
}

/**
 * The main finding in a sentence, for readers who do not see the picture: the extremes and the baseline.
 * @param noun what a row is of
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
  return `${title}, ${plural(rows.length, noun, `${noun.replace(/y$/, 'ie')}s`)}: ${parts.join(', ')}`
}
