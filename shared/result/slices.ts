/** Which slices of a trial count for its figures. */
import type { Trial } from './format.ts'

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
