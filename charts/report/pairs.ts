/**
 * Compact table of the ratios of all pairs. On the log scale a ratio is the difference of two servers' levels, and its interval is
 * symmetric. So a level per server and a half width per pair suffice, and any server can be the reference, with correct intervals.
 */
import type { Estimate } from '../../shared/stats/estimate.ts'

export interface PairTable {
  /** By server, the logarithm of its ratio to the first, times `SCALE`; null if it was not compared. */
  levels: (number | null)[]
  /** By server, half widths of the 95% intervals over each later one, times `SCALE`; null if unknown. */
  halves: (number | null)[][]
}

const SCALE = 1e6

/**
 * @param count number of servers
 * @param ratioOf returns the ratio of two servers by index
 */
export function pairTable(
  count: number,
  ratioOf: (first: number, second: number) => Estimate | null,
): PairTable {
  const level = (ratio: number) => Math.round(Math.log(ratio) * SCALE)
  const half = (ratio: Estimate | null) =>
    ratio?.low && ratio.high ? Math.round((Math.log(ratio.high / ratio.low) * SCALE) / 2) : null
  const places = [...Array(count).keys()]
  return {
    levels: places.map((place) => {
      const ratio = place === 0 ? 1 : ratioOf(place, 0)?.value
      return ratio === undefined ? null : level(ratio)
    }),
    halves: places.map((first) =>
      places.slice(first + 1).map((second) => half(ratioOf(first, second))),
    ),
  }
}

/**
 * Returns the ratio of two servers by index; a server over itself is 1 with an interval of no width.
 * @returns null if the two were not compared
 */
export function ratioInTable(
  { levels, halves }: PairTable,
  first: number,
  second: number,
): Estimate | null {
  if (first === second) return { value: 1, low: 1, high: 1 }
  const [one, other] = [levels[first] ?? null, levels[second] ?? null]
  if (one === null || other === null) return null
  const [early, late] = first < second ? [first, second] : [second, first]
  const half = halves[early]?.[late - early - 1] ?? null
  const ratio = (width: number) => Math.exp((one - other + width) / SCALE)
  return half === null
    ? { value: ratio(0), low: null, high: null }
    : { value: ratio(0), low: ratio(-half), high: ratio(half) }
}
