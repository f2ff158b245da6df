/** When a server is warm: when its rate has stopped moving, and not after a time that somebody guessed. */
import type { Trial } from '../../shared/result/format.ts'
import { rateOf } from '../../shared/result/rates.ts'
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

/** The warm-up of one trial, step by step. */
export class WarmUp {
  /** Requests/s of each step. */
  readonly rates: number[] = []
  #seconds = 0

  /** @param report of a step's load */
  add(report: { requests: number; seconds: number }): void {
    this.#seconds += report.seconds
    this.rates.push(rateOf(report))
  }

  /**
   * Whether the rate has settled, or there is no time for another step of that length.
   * @param longest seconds of all steps together
   */
  isOver(longest: number, step: number): boolean {
    // A step that would end a tenth too late is still taken, since none is exactly as long as it should be.
    return hasSettled(this.rates) || this.#seconds + 0.9 * step >= longest
  }

  get record(): Trial['warmUp'] {
    return { settled: hasSettled(this.rates), seconds: this.#seconds, rates: this.rates }
  }
}
