/** Which slices of a trial count for its figures, and the trial as its second load shows it. */
import type { Trial } from './format.ts'

/** The slices of the trial's first load that count: those after the warm-up that were quiet, or all of them where none was. */
export function countedSlices({ slices, second }: Pick<Trial, 'slices' | 'second'>): Trial['slices'] {
  const own = slices.filter(({ pipelining, warmUp }) => !warmUp && pipelining !== (second?.pipelining ?? 0))
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
