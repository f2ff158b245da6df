/** When the requests of an open loop are due: drawn before the load, so that nothing is drawn while it goes on. */
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { ArrivalKind } from '../open.ts'

const LARGEST = 2 ** 31 - 1

/**
 * Poisson arrivals have exponential gaps, which is what many clients make that know nothing of each other (W. Feller, "An
 * Introduction to Probability Theory and Its Applications" I, XVII.2). Constant ones stand evenly, from a random instant
 * of the first gap on.
 * @param rate requests/s
 * @returns rising instants in milliseconds from the beginning, all below the end
 */
export function drawArrivals(kind: ArrivalKind, rate: number, seconds: number, seed: number): Float64Array {
  const generator = xoroshiro128plus(seed)
  /** Above 0 and below 1. */
  const uniform = () => (uniformInt(generator, 0, LARGEST - 1) + 0.5) / LARGEST
  const gap = 1000 / rate
  const end = seconds * 1000
  const instants: number[] = []
  const first = kind === 'poisson' ? 0 : uniform() * gap
  // By multiplication, since a sum of many gaps would carry their rounding along.
  const next = kind === 'poisson' ? (at: number) => at - Math.log(uniform()) * gap : () => first + instants.length * gap
  for (let at = next(0); at < end; at = next(at)) instants.push(at)
  return Float64Array.from(instants)
}
