/** Runs whose truth is known, to prove the statistics by: on machines that differ, and drift while they measure. */
import { createRandom } from '../basics/random.ts'
import { normalNumbers } from '../basics/testing.ts'
import type { Trial } from './format.ts'
import { sampleTrial } from './samples.ts'

export interface Simulation {
  /** Logarithm of each server's rate over the baseline's; the baseline comes before them and is not among them. */
  truth: readonly number[]
  rounds: number
  /** Standard deviation of logarithms: of processes of one program. */
  process: number
  /** By how many times servers' deviations of processes differ from each other: 1 makes all alike. */
  unequal: number
  /** Whether processes vary as Student's t with three degrees of freedom does. */
  heavyTails: boolean
  /** µs per request that a machine adds in its slow state, in which it is during every other group. */
  slowState: number
}

export const TYPICAL: Omit<Simulation, 'truth' | 'rounds'> = {
  process: 0.025,
  unequal: 1,
  heavyTails: false,
  slowState: 0,
}

/** Time per request = slope × the server's own time + what the machine adds. */
export interface Machine {
  slope: number
  /** µs per request. */
  adds: number
  /** Standard deviation of logarithms, of what it does to each server alone. */
  own: number
}

/** What a machine does to a group, as a standard deviation of logarithms. */
const GROUP_DRIFT = 0.1
const GROUP_SIZE = 7
/** µs per request. */
const BASELINE_TIME = 12
const sample = sampleTrial()

export const BASELINE = 'baseline'

/** Simulates runs one after the other, always the same for the same seed; each call is a run on the machine. */
export function simulator(seed: number): (simulation: Simulation, machine?: Machine) => Map<string, Trial[]> {
  const next = normalNumbers(seed)
  const random = createRandom(seed + 1)
  /** Of variance 1. */
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
    const deviations = new Map([...ownTimes.keys()].map((name, i) => [name, process * unequal ** ((i % 3) / 2 - 0.5)]))
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
          const slice = { ...(sample.slices[0] as Trial['slices'][number]), seconds: 1, requests: 1e6 / time }
          trials.get(name)?.push({ ...sample, round, group, slices: [slice] })
        }
      }
    }
    return trials
  }
}
