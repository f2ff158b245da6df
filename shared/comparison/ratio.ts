/** The ratio of two measurements of one figure, from its values in fresh processes or in rounds. */
import { median } from 'simple-statistics'
import { meanEstimate, medianDifference } from '../stats/intervals.ts'

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

/** Of processes the Hodges–Lehmann estimate (`medianDifference`), which one outlying process does not move. */
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
  return { ratio: Math.exp(value), low: low && Math.exp(low), high: high && Math.exp(high) }
}
