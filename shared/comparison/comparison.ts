/** Two files, or two servers of one, compared figure by figure. */
import { UsageError } from '../basics/errors.ts'
import type { Contents } from '../format/measurement.ts'
import type { SubjectRow } from '../probe/probe.ts'

/**
 * `equal`: the figures are the same number. `undecided`: there is no interval, or it permits several of the others. `differs between
 * machines`: a significant difference of unchanged code.
 */
type Verdict =
  | 'better'
  | 'worse'
  | 'no difference'
  | 'equal'
  | 'undecided'
  | 'differs between machines'

export interface ComparedFigure {
  /** The server, or what else was measured, and its part, such as a rate. */
  name: string
  figure: string
  old: number
  new: number
  /** New over old; of runs on two machines, without what the machines add. */
  ratio: number
  /** Ends of its 95% interval; null if unknown. */
  low: number | null
  high: number | null
  verdict: Verdict
}

export interface Comparison {
  title: string
  figures: ComparedFigure[]
  /** Rows that cannot be compared, each with the reason. */
  uncompared: string[]
  /** Caveats and conditions, one per line. */
  notes: string[]
  /** Figures and servers that fail; null without a gate. */
  gate: { failBelow: number; failed: string[] } | null
}

/** A file, and its name on the command line. */
export interface NamedFile<C = Contents & { checksum?: string }> {
  file: string
  contents: C
}

export interface CompareOptions {
  /** The gate: 0.03 fails what is significantly worse by more than 3%. */
  failBelow?: number | undefined
}

/** How a probe's figures are compared. */
export interface Comparer {
  /** What is compared, in the title. */
  title: string
  /** Returns the figures of a row in both files, or why there is none. */
  figuresOf(old: SubjectRow, recent: SubjectRow): ComparedFigure[] | string
  /** Returns conditions and caveats, one per line, before those on versions. */
  notesOn(compared: readonly [SubjectRow, SubjectRow][]): string[]
}

/**
 * Fails figures that are worse, and servers that are disqualified in the new file alone. A figure that is worse by exactly the
 * threshold fails in 1 of 40 comparisons.
 * @param failBelow share: 0.03 is 3%; undefined: no gate
 * @param disqualified names of servers
 * @throws UsageError if no figure can be judged
 */
export function gateOf(
  figures: readonly ComparedFigure[],
  failBelow: number | undefined,
  disqualified: readonly string[] = [],
): Comparison['gate'] {
  if (failBelow === undefined) return null
  if (figures.every(({ verdict, low }) => verdict === 'undecided' && low === null))
    throw new UsageError(
      '--fail-below cannot be applied: no figure has an interval; measure more rounds or processes, unless the load generator was the limit of all',
    )
  const worse = figures.filter(({ verdict }) => verdict === 'worse')
  const failed = [
    ...worse.map(({ name, figure }) => `${name}: ${figure}`),
    ...disqualified.map((name) => `${name}: disqualified`),
  ]
  return { failBelow, failed }
}
