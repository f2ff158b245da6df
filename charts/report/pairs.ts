/**
 * Compact table of the ratios of all pairs. A ratio's interval is symmetric on the log scale, so a difference and a half width
 * suffice, and the inverse ratio only changes the sign. So any server can be the reference, with correct intervals.
 */

/** Each server over each later one: 1 over 2, 1 over 3, …, 2 over 3, … */
export interface PairTable {
  /** Differences of logarithms, in millionths; null if the two were not compared. */
  differences: (number | null)[]
  /** Half widths of the 95% intervals, in millionths; null if unknown. */
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
export function pairTable(count: number, ratioOf: (first: number, second: number) => Ratio | null): PairTable {
  const table: PairTable = { differences: [], halves: [] }
  for (let first = 0; first < count; first++) {
    for (let second = first + 1; second < count; second++) {
      const ratio = ratioOf(first, second)
      const isKnown = ratio && ratio.low !== null && ratio.high !== null
      table.differences.push(ratio && Math.round(Math.log(ratio.ratio) * SCALE))
      table.halves.push(
        isKnown ? Math.round((Math.log(ratio.high as number) - Math.log(ratio.low as number)) * SCALE * 0.5) : null,
      )
    }
  }
  return table
}

/**
 * Returns the ratio of two servers by index; a server over itself is 1 with an interval of no width.
 * @returns null if the two were not compared
 */
export function ratioInTable(table: PairTable, count: number, first: number, second: number): Ratio | null {
  if (first === second) return { ratio: 1, low: 1, high: 1 }
  const [a, b] = first < second ? [first, second] : [second, first]
  const place = (a * (2 * count - a - 1)) / 2 + (b - a - 1)
  const difference = table.differences[place]
  if (difference === null || difference === undefined) return null
  const center = ((first < second ? 1 : -1) * difference) / SCALE
  const half = table.halves[place]
  if (half === null || half === undefined) return { ratio: Math.exp(center), low: null, high: null }
  return { ratio: Math.exp(center), low: Math.exp(center - half / SCALE), high: Math.exp(center + half / SCALE) }
}
