/** Arrival times of an open loop, drawn before the load so that the load itself draws nothing. */
import { createRandom } from '../../../shared/basics/random.ts'

const LARGEST = 2 ** 31 - 1

/**
 * Draws the arrival times of requests as a Poisson process: with exponential gaps, as many independent clients produce
 * (W. Feller, "An Introduction to Probability Theory and Its Applications" I, XVII.2).
 * @param rate requests/s
 * @returns ascending times in ms since the start, all before the end
 */
export function drawArrivals(rate: number, seconds: number, seed: number): Float64Array {
  const random = createRandom(seed)
  /** In the open interval (0, 1). */
  const uniform = () => (random.integer(0, LARGEST - 1) + 0.5) / LARGEST
  const gap = () => (-Math.log(uniform()) * 1000) / rate
  const instants: number[] = []
  for (let at = gap(); at < seconds * 1000; at += gap()) instants.push(at)
  return Float64Array.from(instants)
}
