/** Two files, or two servers of one, compared figure by figure. */
import { UsageError } from '../basics/errors.ts'
import type { Estimate } from '../stats/estimate.ts'

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

/** What an interval alone decides. */
export type OwnVerdict = Exclude<Verdict, 'equal' | 'differs between machines'>

export interface ComparedFigure {
  /** The server, or what else was measured, and its part, such as a rate. */
  name: string
  figure: string
  old: number
  new: number
  /** New over old; of runs on two machines, without what the machines add. */
  ratio: number
  /** Of its 95% interval; null if unknown. */
  low: number | null
  high: number | null
  verdict: Verdict
}

export interface Comparison {
  title: string
  figures: ComparedFigure[]
  /** What has no figure, with the reason, one per line. */
  uncompared: string[]
  /** Caveats and conditions, one per line. */
  notes: string[]
  /** Names of the figures that fail; null without a gate. */
  gate: { failBelow: number; failed: string[] } | null
}

/**
 * Decides by inclusion of the interval: wholly worse or better by more than the threshold, or wholly within it. Source: J. J. Goeman,
 * A. Solari, T. Stijnen, "Three-sided hypothesis testing", Statistics in Medicine 29, 2010.
 * @param ratio ends of its interval
 * @param threshold least share that matters: 0.03 is 3% fewer requests/s, or 3% more instructions
 */
export function verdictOf(
  { low, high }: Pick<Estimate, 'low' | 'high'>,
  better: 'higher' | 'lower',
  threshold = 0,
): OwnVerdict {
  if (low === null || high === null) return 'undecided'
  const limit = better === 'higher' ? 1 - threshold : 1 + threshold
  const [least, most] = [Math.min(limit, 1 / limit), Math.max(limit, 1 / limit)]
  if (low >= least && high <= most) return 'no difference'
  if (low > most) return better === 'higher' ? 'better' : 'worse'
  if (high < least) return better === 'higher' ? 'worse' : 'better'
  return 'undecided'
}

/**
 * Fails figures that are worse. One that is worse by exactly the threshold fails in 1 of 40 comparisons.
 * @param failBelow share: 0.03 is 3%; undefined: no gate
 * @throws UsageError if no figure can be judged
 */
export function gateOf(
  figures: readonly ComparedFigure[],
  failBelow: number | undefined,
): Comparison['gate'] {
  if (failBelow === undefined) return null
  if (figures.every(({ verdict, low }) => verdict === 'undecided' && low === null))
    throw new UsageError(
      '--fail-below cannot be applied: no figure has an interval; measure more rounds or processes, unless the load generator was the limit of all',
    )
  const failed = figures.filter(({ verdict }) => verdict === 'worse')
  return { failBelow, failed: failed.map(({ name, figure }) => `${name}: ${figure}`) }
}
