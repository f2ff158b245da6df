/** Which slices of a trial count for its figures, and the trial as its second load shows it. */
import type { Trial } from './format.ts'

/** The slices of the trial's first load after the warm-up, the disturbed ones too. */
export function measuredSlices({ slices, second }: Pick<Trial, 'slices' | 'second'>): Trial['slices'] {
  return slices.filter(({ pipelining, warmUp }) => !warmUp && pipelining !== (second?.pipelining ?? 0))
}

/** Those of them that count: the ones that were quiet, or all where none was. */
export function countedSlices(trial: Pick<Trial, 'slices' | 'second'>): Trial['slices'] {
  const own = measuredSlices(trial)
  const quiet = own.filter(({ noise }) => noise === null)
  return quiet.length > 0 ? quiet : own
}

/** The trial with the figures and slices of its second load in the places of the first's; nothing where it had none. */
export function secondView(trial: Trial): Trial[] {
  if (!trial.second) return []
  const { pipelining, cpu, ...second } = trial.second
  const slices = trial.slices.filter((slice) => slice.pipelining === pipelining)
  return [{ ...trial, ...second, slices, cpu: { ...trial.cpu, ...cpu }, second: null }]
}
