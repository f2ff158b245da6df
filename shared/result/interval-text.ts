/** A 95% interval behind its figure, as tables show it. */
import type { Estimate } from './intervals.ts'

/** How many times as far one end may lie from the figure as the other one, and still be told by half of the interval. */
const EVEN = 2

/**
 * `±31`, half of an interval that lies about evenly around its figure; `430 to 32,500` of another one; empty where there is none.
 * @param format of a figure
 */
export function intervalText({ value, low, high }: Estimate, format: (value: number) => string): string {
  if (low === null || high === null) return ''
  const [below, above] = [value - low, high - value]
  const isEven = above <= EVEN * below && below <= EVEN * above
  return isEven ? `±${format((high - low) / 2)}` : `${format(low)} to ${format(high)}`
}
