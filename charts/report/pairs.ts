/**
 * Compact table of the ratios of all pairs. On the log scale a ratio is the difference of two servers' levels, and its interval is
 * symmetric. So a level per server and a half width per pair suffice, and any server can be the reference, with correct intervals.
 */

export interface PairTable {
  /** By server, the logarithm of its ratio to the first, times `SCALE`; null if it was not compared. */
  levels: (number | null)[]
  /**
   * Half widths of the 95% intervals, times `SCALE`; null if unknown. Of each server over each later one: 1 over 2, 1 over 3, …,
   * 2 over 3, …
   */
  halves: (number | null)[]
}

/** A ratio with its 95% interval, if known. */
export interface Ratio {
  ratio: number
  low: number | null
  high: number | null
}

const SCALE = 1e6

/**
 * @param count number of servers
 * @param ratioOf returns the ratio of two servers by index
 */
export function pairTable(
  count: number,
  ratioOf: (first: number, second: number) => Ratio | null,
): PairTable {
  const levels = Array.from({ length: count }, (_, place) => {
    const ratio = place === 0 ? 1 : ratioOf(place, 0)?.ratio
    return ratio === undefined ? null : Math.round(Math.log(ratio) * SCALE)
  })
  const table: PairTable = { levels, halves: [] }
  for (let first = 0; first < count; first++) {
    for (let second = first + 1; second < count; second++) {
      const ratio = ratioOf(first, second)
      const isKnown = ratio && ratio.low !== null && ratio.high !== null
      table.halves.push(
        isKnown
          ? Math.round(
              (Math.log(ratio.high as number) - Math.log(ratio.low as number)) * SCALE * 0.5,
            )
          : null,
      )
    }
  }
  return table
}

/**
 * Returns the ratio of two servers by index; a server over itself is 1 with an interval of no width.
 * @returns null if the two were not compared
 */
export function ratioInTable(
  table: PairTable,
  count: number,
  first: number,
  second: number,
): Ratio | null {
  if (first === second) return { ratio: 1, low: 1, high: 1 }
  const [a, b] = first < second ? [first, second] : [second, first]
  const [one, other] = [table.levels[first] ?? null, table.levels[second] ?? null]
  if (one === null || other === null) return null
  const center = (one - other) / SCALE
  const half = table.halves[(a * (2 * count - a - 1)) / 2 + (b - a - 1)]
  if (half === null || half === undefined) return { ratio: Math.exp(center), low: null, high: null }
  return {
    ratio: Math.exp(center),
    low: Math.exp(center - half / SCALE),
    high: Math.exp(center + half / SCALE),
  }
}
