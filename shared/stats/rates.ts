/** Requests/s, by the one word of rate: of a stretch of load, and of a trial. */
import type { Trial } from '../results/format.ts'

/** Requests/s of a stretch of load: a slice, or what a load generator reports. */
export function rateOf({ requests, seconds }: { requests: number; seconds: number }): number {
  return requests / seconds
}

/** Requests/s of a trial: all requests of the slices that count over all of their time. */
export function trialRate({ requests }: Pick<Trial, 'requests'>): number {
  return requests.perSecond
}

/** The slices of the trial after the warm-up, the disturbed ones too. */
export function measuredSlices({ slices }: Pick<Trial, 'slices'>): Trial['slices'] {
  return slices.filter(({ warmUp }) => !warmUp)
}

/** Those of them that count: the ones that were quiet, or all where none was. */
export function countedSlices(trial: Pick<Trial, 'slices'>): Trial['slices'] {
  const own = measuredSlices(trial)
  const quiet = own.filter(({ noise }) => noise === null)
  return quiet.length > 0 ? quiet : own
}
