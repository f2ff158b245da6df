/** Requests/s of loads, and the slices of trials that count. */
import type { Trial } from '../format/format.ts'

/** Of a slice, or of a load generator's report. */
export function requestsPerSecond({
  requests,
  seconds,
}: {
  requests: number
  seconds: number
}): number {
  return requests / seconds
}

/** Returns the slices after the warm-up, including noisy ones. */
export function measuredSlices({ slices }: Pick<Trial, 'slices'>): Trial['slices'] {
  return slices.filter(({ warmUp }) => !warmUp)
}

/** Returns the slices that count: the quiet ones, or all if none was quiet. */
export function countedSlices(trial: Pick<Trial, 'slices'>): Trial['slices'] {
  const own = measuredSlices(trial)
  const quiet = own.filter(({ noise }) => noise === null)
  return quiet.length > 0 ? quiet : own
}
