/** What limited a number, judged from the trial's own record. */
import type { Trial, Verdict } from './result.ts'

/** Below this share of its CPU a pinned server was not what limited its number. */
const BUSY_PERCENT = 90
/**
 * Everything that is to be held against a trial's number.
 * @param generatorLimit how the load generator limited it, in a few words, or `null`
 * @param pinned whether the server had a CPU of its own; only then does its share of it say what limited it
 */
export function judge(trial: Trial, generatorLimit: string | null, pinned: boolean): Verdict[] {
  const verdicts: Verdict[] = []
  if (generatorLimit) verdicts.push({ kind: 'generator-limited', message: generatorLimit })
  else if (pinned && trial.cpu.meanPercent < BUSY_PERCENT) {
    const message = `neither the server (${trial.cpu.meanPercent.toFixed(0)}% of its CPU) nor the load generator was busy`
    verdicts.push({ kind: 'idle', message })
  }
  const noisy = trial.slices.filter(({ noise }) => noise !== null)
  const quiet = trial.slices.length - noisy.length
  if (quiet === 0) verdicts.push({ kind: 'noisy', message: `no quiet slice: ${noisy[0]?.noise}` })
  if (!trial.warmUp.settled) {
    verdicts.push({ kind: 'unsettled', message: `its rate had not settled after ${trial.warmUp.seconds.toFixed(1)} s` })
  }
  return verdicts
}
