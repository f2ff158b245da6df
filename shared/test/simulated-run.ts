/** Simulates runs with known ratios on machines that differ and drift, to test the statistics. */
import { createRandom } from '../basics/random.ts'
import { normalNumbers } from '../basics/testing.ts'
import type { Trial } from '../format/format.ts'
import { sampleTrial } from './samples.ts'

export interface Simulation {
  /** Log ratio of each server to the baseline, which is not listed. */
  truth: readonly number[]
  rounds: number
  /** Standard deviation of log rates between processes of one server. */
  process: number
  /** Range of servers' standard deviations as a factor: 1 makes them equal. */
  unequal: number
  /** Whether processes vary by Student's t with three degrees of freedom. */
  heavyTails: boolean
  /** µs per request that a machine adds in its slow state, during every other group. */
  slowState: number
}

export const TYPICAL: Omit<Simulation, 'truth' | 'rounds'> = {
  process: 0.025,
  unequal: 1,
  heavyTails: false,
  slowState: 0,
}

/** Time per request = slope × the server's own time + what the machine adds. */
interface Machine {
  slope: number
  /** µs per request. */
  adds: number
  /** Standard deviation of the machine's effect on the log rate of each server alone. */
  own: number
}

/** Standard deviation of a machine's effect on a group's log rates. */
const GROUP_DRIFT = 0.1
const GROUP_SIZE = 7
/** µs per request. */
const BASELINE_TIME = 12
const sample = sampleTrial()

export const BASELINE = 'baseline'

/** Returns a function that simulates a run, reproducible by seed. */
export function simulator(
  seed: number,
): (simulation: Simulation, machine?: Machine) => Map<string, Trial[]> {
  const next = normalNumbers(seed)
  const random = createRandom(seed + 1)
  /** Heavy-tailed, of variance 1. */
  const heavy = () => next() / Math.sqrt(next() ** 2 + next() ** 2 + next() ** 2)
  return (
    { truth, rounds, process, unequal, heavyTails, slowState },
    { slope, adds, own } = { slope: 1, adds: 0, own: 0 },
  ) => {
    const names = truth.map((_, i) => `server ${i}`)
    const ownTimes = new Map(
      [BASELINE, ...names].map((name, i) => {
        const time = BASELINE_TIME * Math.exp(-(i > 0 ? (truth[i - 1] as number) : 0))
        return [name, (slope * time + adds) * Math.exp(own * next())]
      }),
    )
    const deviations = new Map(
      [...ownTimes.keys()].map((name, i) => [name, process * unequal ** ((i % 3) / 2 - 0.5)]),
    )
    const trials = new Map([...ownTimes.keys()].map((name): [string, Trial[]] => [name, []]))
    for (let round = 1; round <= rounds; round++) {
      const shuffled = random.shuffle(names)
      const groups = Math.max(1, Math.ceil(names.length / GROUP_SIZE))
      for (let group = 1; group <= groups; group++) {
        const drift = Math.exp(GROUP_DRIFT * next())
        const state = random.integer(0, 1) * slowState
        for (const name of [BASELINE, ...shuffled.filter((_, i) => 1 + (i % groups) === group)]) {
          const error = Math.exp((deviations.get(name) as number) * (heavyTails ? heavy() : next()))
          const time = ((ownTimes.get(name) as number) + state) * drift * error
          const slice = {
            ...(sample.evidence.slices[0] as Trial['evidence']['slices'][number]),
            seconds: 1,
            requests: 1e6 / time,
          }
          trials
            .get(name)
            ?.push({ ...sample, round, evidence: { ...sample.evidence, group, slices: [slice] } })
        }
      }
    }
    return trials
  }
}
