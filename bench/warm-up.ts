/** When a server is warm: when its rate has stopped moving, and not after a time that somebody guessed. */
import { spreadOf } from './statistics.ts'

/** Seconds of load whose rate is one step of the warm-up. */
export const STEP_SECONDS = 0.5
/** How many steps in a row must agree, and how closely: their coefficient of variation. */
export const STEPS = 4
export const STEADY_VARIATION = 0.02

/**
 * Whether the last steps' rates agree: the coefficient of variation of the last k is below a threshold.
 * Source: A. Georges, D. Buytaert, L. Eeckhout, "Statistically rigorous Java performance evaluation", OOPSLA 2007,
 * section 4.2, where the threshold is 0.01 or 0.02.
 */
export function hasSettled(rates: readonly number[]): boolean {
  if (rates.length < STEPS) return false
  const { mean, sd } = spreadOf(rates.slice(-STEPS))
  return mean > 0 && sd / mean < STEADY_VARIATION
}
