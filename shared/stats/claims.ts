/**
 * What may be said of figures. Titles, first sentences, headlines, ties and badges take their claims from here, so that each is
 * made only if its own interval bears it:
 *
 * - Two servers differ where all pairs of the set in question, tested together, say so (Z. Šidák, JASA 62, 1967). Of equal
 *   servers, 95 of 100 sets have no difference.
 * - Servers are tied with the leader of a set where they do not differ from it. Overlapping rank intervals are no test.
 * - A figure has no more digits than its interval bears.
 * - A factor of fewer than five processes, or one that is uncertain by more than 30%, is not stated.
 */
import jStat from 'jstat'
import type { Estimate } from './estimate.ts'
import { CONFIDENCE, type Contrast } from './intervals.ts'

/** Fewer processes have no interval of the median: the range of five covers 93.75%. */
export const LEAST_PROCESSES = 5
/** The largest half width of an interval that bears a factor, relative to it. */
const WIDEST = 0.3

/** Returns the first minus the second, on logarithms; null if they were not compared. */
export type Compare = (first: string, second: string) => Contrast | null

/** Returns the level at which each pair of a set is tested, so that 95% of equal sets have no significant pair. */
export function pairLevel(size: number): number {
  const pairs = (size * (size - 1)) / 2
  return CONFIDENCE ** (1 / Math.max(1, pairs))
}

/** Returns whether a difference is significant, by Student's t. @param level such as 0.95 */
export function isDifferent(contrast: Contrast | null, level: number): boolean {
  if (!contrast?.variance) return false
  const { value, degreesOfFreedom } = contrast.variance
  if (value === 0) return contrast.difference !== 0
  // The distribution function is faster than its inverse.
  const distance = Math.abs(contrast.difference) / Math.sqrt(value)
  return 2 * jStat.studentt.cdf(distance, Math.min(degreesOfFreedom, 1e6)) - 1 > level
}

/** A set's servers with the greatest figures, and with the least. */
export interface Extremes {
  /** The leader, then those tied with it. */
  greatest: string[]
  least: string[]
}

/**
 * Returns the server at the head of a set, and those that are tied with it.
 * @param names of the set, in the order of their figures: the first is the leader
 */
export function leadersOf(names: readonly string[], compare: Compare): string[] {
  const [leader, ...others] = names
  if (leader === undefined) return []
  const level = pairLevel(names.length)
  return [leader, ...others.filter((name) => !isDifferent(compare(leader, name), level))]
}

/**
 * Returns both ends of a set; null if they do not differ: then nothing can be said of its order.
 * @param names in descending order of their figures
 */
export function extremesOf(names: readonly string[], compare: Compare): Extremes | null {
  const [first, last] = [names.at(0), names.at(-1)]
  if (first === undefined || last === undefined) return null
  if (!isDifferent(compare(first, last), pairLevel(names.length))) return null
  return { greatest: leadersOf(names, compare), least: leadersOf(names.toReversed(), compare) }
}

/** Half the width of a 95% interval in standard errors, by Student's t: that of a figure of five processes, the fewest here. */
const HALF_WIDTH = 2.776
/** Degrees of freedom of the difference of two such figures. */
const DEGREES_OF_FREEDOM = 8

/** Compares independently measured figures by their 95% intervals, on logarithms; one without an interval differs from none. */
export function compareFigures(figures: ReadonlyMap<string, Estimate>): Compare {
  return (first, second) => {
    const [a, b] = [figures.get(first), figures.get(second)]
    if (!a || !b || a.value <= 0 || b.value <= 0) return null
    const half = halfOfFactor(a, b)
    return {
      difference: Math.log(a.value / b.value),
      variance:
        half === null
          ? null
          : { value: (half / HALF_WIDTH) ** 2, degreesOfFreedom: DEGREES_OF_FREEDOM },
    }
  }
}

/** Returns the ratio of two independently measured figures. */
export function factorOf(first: Estimate, second: Estimate): Estimate {
  const value = first.value / second.value
  const half = halfOfFactor(first, second)
  return half === null
    ? { value, low: null, high: null }
    : { value, low: value * Math.exp(-half), high: value * Math.exp(half) }
}

/** Returns half of the 95% interval of log(ratio), in quadrature; null if unknown. */
function halfOfFactor(...figures: readonly Estimate[]): number | null {
  const halves = figures.flatMap(({ low, high }) =>
    low === null || high === null || low <= 0 ? [] : Math.log(high / low) / 2,
  )
  return halves.length < figures.length ? null : Math.hypot(...halves)
}

/** Formats a factor for a claim, such as `2.1`; null if its interval does not bear one. */
export function factorText(factor: Estimate): string | null {
  const { low, high } = factor
  if (low === null || high === null || low <= 0) return null
  if (Math.sqrt(high / low) - 1 > WIDEST || (low <= 1 && high >= 1)) return null
  return roundedToInterval(factor, 2)
}

/**
 * Formats a figure with the digits that its interval bears: at most three, of which the last is uncertain by five at most, and one
 * without an interval.
 * @param most digits
 */
export function roundedToInterval({ value, low, high }: Estimate, most = 3): string {
  const half = low === null || high === null ? Math.abs(value) : (high - low) / 2
  const stepOf = (digits: number) => 10 ** (Math.floor(Math.log10(Math.abs(value))) + 1 - digits)
  const digits = [3, 2].filter((each) => each <= most).find((each) => 5 * stepOf(each) >= half) ?? 1
  const exact = half === 0 ? most : digits
  return plainDigits(Number(value.toPrecision(exact)), exact)
}

/** Keeps significant zeros of small numbers: `1.0`, but `40`. */
function plainDigits(value: number, digits: number): string {
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(value))))
  return value.toFixed(decimals)
}
