/**
 * Ratios of all pairs of servers in little room. A ratio's interval is symmetric on the scale of logarithms, so that a
 * difference and half of an interval say all; a pair the other way round has the same half and the difference with the other
 * sign. So any server can be the one that others are compared with, and its intervals are right.
 */

/** Of each server over each that comes after it: the first over the second, over the third, …, the second over the third, … */
export interface PairTable {
  /** Logarithms in millionths; null where nothing ties the two. */
  differences: (number | null)[]
  /** Half of the 95% interval of each, in millionths; null where it is not known. */
  halves: (number | null)[]
}

/** A ratio with its 95% interval; nulls where it is not known. */
export interface Ratio {
  ratio: number
  low: number | null
  high: number | null
}

const SCALE = 1e6

/**
 * @param count of servers
 * @param ratioOf the server with the first number over that with the second one
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
 * The server with the first number over that with the second one, of so many; a server over itself is 1 without any width.
 * @returns null where nothing ties the two
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
