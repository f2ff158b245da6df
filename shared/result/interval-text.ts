/** A 95% interval behind its figure, as tables show it. */

/** How many times as far one end may lie from the figure as the other one, and still be told by half of the interval. */
const EVEN = 2

/**
 * `±31`, half of an interval that lies about evenly around its figure; `430 to 32,500` of another one; empty where there is none.
 * @param format of a figure
 */
export function intervalText(
  { value, low, high }: { value: number; low?: number; high?: number },
  format: (value: number) => string,
): string {
  if (low === undefined || high === undefined) return ''
  const [below, above] = [value - low, high - value]
  const isEven = above <= EVEN * below && below <= EVEN * above
  return isEven ? `±${format((high - low) / 2)}` : `${format(low)} to ${format(high)}`
}
