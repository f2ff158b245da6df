/** The title of a probe's chart: what it may say of the servers or libraries that it shows. */
import {
  compareFigures,
  extremesOf,
  factorOf,
  factorText,
  LEAST_PROCESSES,
} from '../../shared/stats/claims.ts'
import type { Estimate } from '../../shared/stats/estimate.ts'
import { runtimeTitles } from '../text/conditions.ts'
import { isFrameworkName } from './short-list.ts'

/** A row's figure; its ends are null where the interval is unknown. */
export interface FigureRow extends Estimate {
  name: string
  displayName: string
  runtime: string
  /** Whether it is one of a framework; undefined where the file does not say so. */
  router?: boolean
  isUnranked?: boolean
}

interface Claim {
  /** What a figure is: `disk space`. */
  what: string
  /** What the server does with it: `takes`; default: `has`. */
  verb?: string | undefined
  /** Processes that each figure stands on; null for exact figures, such as bytes. */
  processes: number | null
  /** A row; default: server. */
  noun?: string | undefined
  /** Where it holds, such as ` on Workers`. */
  where?: string | undefined
}

/**
 * Returns `trpc executes 9.1× the instructions per request of fastify`, about frameworks on the runtime that most have, or about
 * libraries. Where the figures bear no factor, returns what they are.
 */
export function figuresTitle(
  rows: readonly FigureRow[],
  { what, verb = 'has', processes, where = '', noun = 'server' }: Claim,
): string {
  const plain = `${what[0]?.toUpperCase()}${what.slice(1)} of each ${noun}${where}`
  const compared = comparableOf(rows).toSorted((a, b) => b.value - a.value)
  if (processes !== null && processes < LEAST_PROCESSES) return plain
  const exact = (row: FigureRow) =>
    processes === null ? { ...row, low: row.value, high: row.value } : row
  const figures = new Map(compared.map((row) => [row.name, exact(row)]))
  const extremes = extremesOf([...figures.keys()], compareFigures(figures))
  const [most, least] = [extremes?.greatest, extremes?.least].map(
    (names) => names && figures.get(names[0] ?? ''),
  )
  const factor = most && least && factorText(factorOf(most, least))
  if (!factor) return plain
  const runtimes = new Set(rows.map(({ runtime }) => runtime).filter(Boolean))
  const on = runtimes.size > 1 ? ` on ${runtimeTitles[most.runtime] ?? most.runtime}` : ''
  const start = `${where}${on}`.trim()
  const set = compared.length < rows.length ? ` (${compared.length} compared)` : ''
  const claim = `${most.displayName} ${verb} ${factor}× the ${what} of ${namedIn(least)}${set}`
  return start === '' ? claim : `${start[0]?.toUpperCase()}${start.slice(1)}, ${claim}`
}

const namedIn = ({ displayName }: FigureRow) =>
  displayName === 'hand-written' ? 'hand-written code' : displayName

/** Selects rows that a reader chooses between: of one runtime, frameworks alone if there are any, and no server that accepts invalid data. */
function comparableOf(rows: readonly FigureRow[]): FigureRow[] {
  const ranked = rows.filter((row) => row.value > 0 && !row.isUnranked)
  const [largest = []] = [...Map.groupBy(ranked, ({ runtime }) => runtime).values()].toSorted(
    (a, b) => b.length - a.length,
  )
  const frameworks = largest.filter(({ name, router = isFrameworkName(name) }) => router)
  return frameworks.length > 1 ? frameworks : largest
}
