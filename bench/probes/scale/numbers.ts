import { listed, plural } from '../../../shared/basics/text.ts'
import { workersPart } from '../../../shared/probes/scale.ts'

/** Measured by default where there are CPUs for them. */
const USUAL = [1, 2, 4, 8, 16, 32, 64]

interface Numbers {
  /** Numbers to measure. */
  numbers: readonly number[]
  /** Requested numbers that are not measured. */
  left: readonly number[]
  /** A line that says which are not measured, and why. */
  line: string | null
}

/**
 * Returns the numbers of workers to measure: those that leave the load generator its CPUs; if none does, all that were requested.
 * @param most workers that leave it its CPUs; 0 where processes cannot be pinned
 */
export function numbersOf(requested: readonly number[] | undefined, most: number): Numbers {
  const numbers = requested ?? USUAL.filter((number) => number <= Math.max(1, most))
  const fitting = numbers.filter((number) => number <= most)
  const left = numbers.filter((number) => number > most)
  const limit = `a worker needs a CPU, and its load generator another one: ${plural(most, 'worker')} at most here`
  if (fitting.length === 0)
    return {
      numbers,
      left: [],
      line: 'processes share CPUs: the figures show behavior only, and are never published',
    }
  if (left.length > 0)
    return {
      numbers: fitting,
      left,
      line: `not measured: ${listed(left.map(workersPart))}; ${limit}`,
    }
  return { numbers, left, line: requested || most > 1 ? null : limit }
}
