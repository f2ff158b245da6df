/** Runs whose truth is known, to prove the statistics by: on a machine that drifts, with errors that have heavy tails. */
import { createRandom } from '../basics/random.ts'
import { normalNumbers } from '../basics/testing.ts'
import type { Trial } from './format.ts'
import { sampleTrial } from './samples.ts'

export interface Simulation {
  /** Logarithm of each server's rate over the baseline's; the baseline comes before them and is not among them. */
  truth: readonly number[]
  rounds: number
  /** Standard deviations of logarithms: of processes of one program, and of slices of one process. */
  process: number
  slice: number
  /** By how many times servers' deviations of processes differ from each other: 1 makes all alike. */
  unequal: number
  /** Whether processes vary as Student's t with three degrees of freedom does, and one slice in twelve is slow. */
  heavyTails: boolean
  /** How many times as far processes and slices vary in the loudest group as in the quietest: 1 makes all alike. */
  loud: number
}

export const TYPICAL: Omit<Simulation, 'truth' | 'rounds'> = {
  process: 0.02,
  slice: 0.03,
  unequal: 1,
  heavyTails: false,
  loud: 1,
}

/** What the machine does to a group, and to a turn of it. */
const GROUP_DRIFT = 0.1
const TURN_DRIFT = 0.05
const TURNS = 4
const GROUP_SIZE = 7
const SLOW_SHARE = 12
const SLOW = 0.3
const sample = sampleTrial()

export const BASELINE = 'baseline'

/** Runs one after the other, always the same for the same seed. */
export function simulator(seed: number): (simulation: Simulation) => Map<string, Trial[]> {
  const next = normalNumbers(seed)
  const random = createRandom(seed + 1)
  /** Of variance 1. */
  const heavy = () => next() / Math.sqrt(next() ** 2 + next() ** 2 + next() ** 2)
  return ({ truth, rounds, process, slice, unequal, heavyTails, loud }) => {
    const names = truth.map((_, i) => `server ${i}`)
    const levels = new Map([[BASELINE, 0], ...names.map((name, i) => [name, truth[i] as number] as const)])
    const deviations = new Map([...levels.keys()].map((name, i) => [name, process * unequal ** ((i % 3) / 2 - 0.5)]))
    const trials = new Map([...levels.keys()].map((name): [string, Trial[]] => [name, []]))
    for (let round = 1; round <= rounds; round++) {
      const shuffled = random.shuffle(names)
      const groups = Math.max(1, Math.ceil(names.length / GROUP_SIZE))
      for (let group = 1; group <= groups; group++) {
        const drift = GROUP_DRIFT * next()
        const noise = loud > 1 ? loud ** (random.integer(0, 100) / 100 - 0.5) : 1
        const turns = Array.from({ length: TURNS }, () => drift + TURN_DRIFT * next())
        for (const name of [BASELINE, ...shuffled.filter((_, i) => 1 + (i % groups) === group)]) {
          const own = noise * (deviations.get(name) as number) * (heavyTails ? heavy() : next())
          const level = (levels.get(name) as number) + own
          const slices = turns.map((turn, i) => {
            const isSlow = heavyTails && random.integer(1, SLOW_SHARE) === 1
            const rate =
              40_000 * Math.exp(level + turn + noise * slice * next() - (isSlow ? SLOW * Math.abs(next()) : 0))
            return { ...(sample.slices[0] as Trial['slices'][number]), slice: i + 1, requests: rate }
          })
          trials.get(name)?.push({ ...sample, round, group, slices })
        }
      }
    }
    return trials
  }
}
