/** Arrival times of an open loop, drawn before the load so that the load itself draws nothing. */
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { ArrivalKind } from '../open.ts'

const LARGEST = 2 ** 31 - 1

/**
 * Draws the arrival times of requests. Poisson arrivals have exponential gaps, as many independent clients produce (W. Feller,
 * "An Introduction to Probability Theory and Its Applications" I, XVII.2). Constant arrivals are evenly spaced, from a
 * random instant of the first gap on.
 * @param rate requests/s
 * @returns ascending times in ms since the start, all before the end
 */
export function drawArrivals(kind: ArrivalKind, rate: number, seconds: number, seed: number): Float64Array {
  const generator = xoroshiro128plus(seed)
  /** In the open interval (0, 1). */
  const uniform = () => (uniformInt(generator, 0, LARGEST - 1) + 0.5) / LARGEST
  const gap = 1000 / rate
  const end = seconds * 1000
  const instants: number[] = []
  const first = kind === 'poisson' ? 0 : uniform() * gap
  // Multiplied, not summed: a sum of many gaps accumulates rounding errors.
  const next = kind === 'poisson' ? (at: number) => at - Math.log(uniform()) * gap : () => first + instants.length * gap
  for (let at = next(0); at < end; at = next(at)) instants.push(at)
  return Float64Array.from(instants)
}
