import type { Result, ServerResult, Summary } from '../bench/result.ts'
import type { Role } from './theme.ts'

/** A server's line in a chart. */
export interface Row extends Figures {
  name: string
  label: string
  role: Role
}

export interface Figures {
  value: number
  /** Ends of the spread, or of what lies above the value. */
  low: number
  high: number
  /** The value with its unit. */
  figure: string
  /** What else is known, in a few characters. */
  aside: string
}

const LABEL_LENGTH = 20

/** Rows of the servers that have a number, best first; equals by name. */
export function rowsOf(result: Result, better: 'higher' | 'lower', figures: (summary: Summary) => Figures): Row[] {
  const sign = better === 'higher' ? -1 : 1
  const row = ({ name, displayName, runtime }: ServerResult, summary: Summary): Row => ({
    name,
    label: displayName.length > LABEL_LENGTH ? `${displayName.slice(0, LABEL_LENGTH - 1)}…` : displayName,
    role: name === result.baseline ? 'baseline' : runtime,
    ...figures(summary),
  })
  return result.servers
    .flatMap((server) => (server.summary ? [row(server, server.summary)] : []))
    .sort((a, b) => sign * (a.value - b.value) || (a.name < b.name ? -1 : 1))
}

/** The main finding in a sentence, for readers who do not see the picture: the extremes and the baseline. */
export function finding(title: string, rows: Row[]): string {
  const [first, last] = [rows.at(0), rows.at(-1)]
  if (!first || !last) return `${title}: no server has a number`
  const baseline = rows.find(({ role }) => role === 'baseline')
  const extremes = first.value > last.value ? ['highest', 'lowest'] : ['lowest', 'highest']
  const named = ({ label, role, figure }: Row) => `${label}${role === 'baseline' ? ' (baseline)' : ''} with ${figure}`
  const parts =
    first === last
      ? [named(first)]
      : [
          `${extremes[0]} is ${named(first)}`,
          ...(baseline && baseline !== first && baseline !== last ? [named(baseline)] : []),
          `${extremes[1]} is ${named(last)}`,
        ]
  return `${title}, ${rows.length === 1 ? '1 server' : `${rows.length} servers`}: ${parts.join(', ')}`
}
