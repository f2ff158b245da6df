/** What limited a number, judged from the trial's own record. */
import type { Trial, Verdict } from './format.ts'

/** Below this share of its CPU a pinned server was not what limited its number. */
const BUSY_PERCENT = 90
/**
 * Everything that is to be held against a trial's number.
 * @param generatorLimit how the load generator limited it, in a few words, or `null`
 * @param pinned whether the server had CPUs of its own; only then does its share of them say what limited it
 * @param workers how many processes and CPUs it had
 */
export function judge(trial: Trial, generatorLimit: string | null, pinned: boolean, workers = 1): Verdict[] {
  const verdicts: Verdict[] = []
  const busy = trial.cpu.meanPercent / workers
  if (generatorLimit) verdicts.push({ kind: 'generator-limited', message: generatorLimit })
  else if (pinned && busy < BUSY_PERCENT) {
    const message = `neither the server (${busy.toFixed(0)}% of its CPU) nor the load generator was busy`
    verdicts.push({ kind: 'idle', message })
  }
  const noisy = trial.slices.filter(({ noise }) => noise !== null)
  const quiet = trial.slices.length - noisy.length
  if (quiet === 0) verdicts.push({ kind: 'noisy', message: `no quiet slice: ${noisy[0]?.noise}` })
  if (!trial.warmUp.settled) {
    const { seconds } = trial.warmUp
    const message = seconds === 0 ? 'it was not warmed up' : `its rate had not settled after ${seconds.toFixed(1)} s`
    verdicts.push({ kind: 'unsettled', message })
  }
  return verdicts
}
