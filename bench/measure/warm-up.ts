/** When a server is warm: when its rate has stopped moving, and not after a time that somebody guessed. */
import { spreadOf } from '../../shared/result/statistics.ts'

/** Seconds of load whose rate is one step of the warm-up. */
export const STEP_SECONDS = 0.4
/** How many steps in a row must agree. */
export const STEPS = 4
/**
 * How closely: their coefficient of variation. Half a second's rate of a warm server varies by some 6% on a shared
 * machine, so that the 1% or 2% of the source would never be seen there; a compiler at work changes it by 30% and more.
 */
export const STEADY_VARIATION = 0.08

/**
 * Whether the last steps' rates agree: the coefficient of variation of the last k is below a threshold.
 * Source: A. Georges, D. Buytaert, L. Eeckhout, "Statistically rigorous Java performance evaluation", OOPSLA 2007,
 * section 4.2.
 */
export function hasSettled(rates: readonly number[]): boolean {
  if (rates.length < STEPS) return false
  const { mean, sd } = spreadOf(rates.slice(-STEPS))
  return mean > 0 && sd / mean < STEADY_VARIATION
}
