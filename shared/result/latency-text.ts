/** What is said of latencies in a terminal and on a page alike. */
import type { SearchStep } from './latency.ts'
import type { Quantile } from './latency-summary.ts'

/**
 * What may be the generator's own of a quantile and is not told: a share of it, or some microseconds, which is what asking
 * the system for answers takes.
 */
export const OWN_LIMIT = { share: 0.05, milliseconds: 0.1 }

/**
 * `3.71`, or `2.4…3.71` where more than a little of it may be the generator's own: from the least to the most that it is;
 * `∞` where it is longer than was waited for.
 * @param milliseconds as text
 */
export function quantileText({ value, least }: Quantile, milliseconds: (value: number) => string): string {
  if (value === null) return '∞'
  const own = value - (least ?? value)
  const isSure = own <= Math.max(OWN_LIMIT.milliseconds, OWN_LIMIT.share * value)
  return isSure ? milliseconds(value) : `${milliseconds(value - own)}…${milliseconds(value)}`
}

/** `4 of 5 passed`; nothing where it was not tried. */
export function passedText(steps: readonly Pick<SearchStep, 'passed'>[]): string {
  return steps.length === 0 ? '' : `${steps.filter(({ passed }) => passed).length} of ${steps.length} passed`
}
