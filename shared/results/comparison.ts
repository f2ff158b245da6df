/** Two files, or two servers of one, compared figure by figure. */
import { UsageError } from '../basics/errors.ts'
import { type Interval, isTie } from '../stats/intervals.ts'

/** Undecided: there is no interval, or the load generator was the limit. */
type Verdict = 'better' | 'worse' | 'no difference shown' | 'equal' | 'undecided'

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
  /** Share by which it is worse at least; 0 if it is not: 0.03 is 3% fewer requests/s, or 3% more instructions. */
  worseBy: number
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

/** @param interval of the ratio; null if unknown */
export function verdictOf(interval: Interval | null, better: 'higher' | 'lower'): Verdict {
  if (interval === null) return 'undecided'
  if (isTie(interval)) return 'no difference shown'
  return interval.low > 1 === (better === 'higher') ? 'better' : 'worse'
}

export function worseBy(interval: Interval | null, better: 'higher' | 'lower', verdict: Verdict): number {
  if (interval === null || verdict !== 'worse') return 0
  return better === 'higher' ? 1 - interval.high : interval.low - 1
}

/**
 * Fails figures whose whole interval is worse than the threshold. One that is worse by exactly the threshold fails in 1 of 40
 * comparisons.
 * @param failBelow share: 0.03 is 3%; undefined: no gate
 * @throws UsageError if no figure can be judged
 */
export function gateOf(figures: readonly ComparedFigure[], failBelow: number | undefined): Comparison['gate'] {
  if (failBelow === undefined) return null
  if (figures.every(({ verdict }) => verdict === 'undecided'))
    throw new UsageError(
      '--fail-below cannot be applied: no figure has an interval; measure more rounds or processes, unless the load generator was the limit of all',
    )
  const failed = figures.filter((each) => each.worseBy > failBelow)
  return { failBelow, failed: failed.map(({ name, figure }) => `${name}: ${figure}`) }
}
