/** The ratio of two measurements of one figure, from its values in fresh processes or in rounds. */
import { median } from 'simple-statistics'
import type { Estimate } from './estimate.ts'
import { equalHalfWidth, meanEstimate, medianDifference } from './intervals.ts'

/**
 * How values are repeated. `exact`: every one is the same. `processes`: one per fresh process. `rounds`: one per round that both
 * share, so that they are pairs.
 */
export const REPEATED = ['exact', 'processes', 'rounds'] as const

export interface ComparedValues {
  old: number
  new: number
  /** New over old, with its 95% interval; ends are null if unknown. */
  ratio: number
  low: number | null
  high: number | null
}

/**
 * Fewest processes of each side that have a 95% interval: the ranges of 4 and 4 equal processes are apart in 1 of 35
 * comparisons, those of 3 and 3 in 1 of 10.
 */
export const LEAST_PROCESSES = 4

/** Compares processes by the Hodges–Lehmann estimate (`medianDifference`), which a single outlier does not move. */
export function comparedValues(
  first: readonly number[],
  second: readonly number[],
  repeated: (typeof REPEATED)[number],
): ComparedValues {
  if (repeated === 'rounds') {
    const [logs, others] = [first, second].map((values) => values.map(Math.log))
    const middle = (values: readonly number[] = []) => Math.exp(meanEstimate(values).value)
    return {
      old: middle(logs),
      new: middle(others),
      ...ratioOf(meanEstimate(first.map((_, i) => (others?.[i] ?? 0) - (logs?.[i] ?? 0)))),
    }
  }
  const [old, recent] = [median([...first]), median([...second])]
  const ratio = recent / old
  const isEnough = Math.min(first.length, second.length) >= LEAST_PROCESSES
  // An operation that hardly costs more than the loop around it may seem to cost nothing.
  const isPositive = [...first, ...second].every((value) => value > 0)
  if (repeated === 'exact') return { old, new: recent, ratio, low: ratio, high: ratio }
  if (!isEnough || !isPositive) return { old, new: recent, ratio, low: null, high: null }
  const difference = medianDifference(second.map(Math.log), first.map(Math.log))
  return { old, new: recent, ...ratioOf(difference) }
}

/** @param difference of logarithms */
function ratioOf({ value, low, high }: ReturnType<typeof meanEstimate>) {
  const end = (log: number | null) => (log === null ? null : Math.exp(log))
  return { ratio: Math.exp(value), low: end(low), high: end(high) }
}

/**
 * Returns half of the 95% interval that two equal sides would have, from the values of one: 0.003 is ±0.3%; null if it is unknown.
 * Processes are compared with each other, rounds with the next, as if they were pairs.
 */
export function noiseOf(
  values: readonly number[],
  repeated: (typeof REPEATED)[number],
): number | null {
  if (repeated === 'exact') return 0
  if (values.some((value) => value <= 0)) return null
  const logs = values.map(Math.log)
  if (repeated === 'processes') return shareOf(equalHalfWidth(logs))
  if (logs.length < 2) return null
  const steps = logs.slice(1).map((log, i) => log - Number(logs[i]))
  const { low, high } = meanEstimate(steps)
  return low === null || high === null ? null : shareOf((high - low) / 2)
}

const shareOf = (log: number | null) => (log === null ? null : Math.exp(log) - 1)

/** The verdict that an interval of a ratio permits. */
export type OwnVerdict = 'better' | 'worse' | 'no difference' | 'undecided'

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
