/** Differences of measurements that are paired by their round, in which the machine's state is nearly the same. */
import { LEAST_PROCESSES } from './claims.ts'
import type { Contrast } from './intervals.ts'
import { spreadOf } from './statistics.ts'

/** Values by round. */
export type ByRound = ReadonlyMap<number, number>

/** Returns the first minus the second, in rounds that have both. */
export function subtractByRound(first: ByRound, second: ByRound): Map<number, number> {
  return new Map(
    [...first].flatMap(([round, value]) => {
      const other = second.get(round)
      return other === undefined ? [] : [[round, value - other] as const]
    }),
  )
}

/** Returns the mean of paired differences, with its variance if there are enough for a claim; null without any. */
export function pairedContrast(differences: ByRound): Contrast | null {
  const { size } = differences
  if (size === 0) return null
  const { mean, sd } = spreadOf([...differences.values()])
  return {
    difference: mean,
    variance: size < LEAST_PROCESSES ? null : { value: sd ** 2 / size, degreesOfFreedom: size - 1 },
  }
}
