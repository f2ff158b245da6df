/**
 * Whether intervals and ranks say what they claim, in simulated runs whose truth is known; and how far ratios differ in three
 * stored runs of one day. Nothing is loaded: it computes, with the statistics that results are read with, and with those
 * before them (every trial over the baseline's, each server by itself, ranks pair by pair).
 */
import * as statistics from 'simple-statistics'
import { table } from '../../charts/text/markdown.ts'
import { readResult } from '../../shared/result/file.ts'
import type { Result } from '../../shared/result/format.ts'
import { halfWidth, isTie, type RatioEstimate } from '../../shared/result/intervals.ts'
import { standings } from '../../shared/result/ranks.ts'
import { trialsOf } from '../../shared/result/restated.ts'
import { BASELINE, type Simulation, simulator, TYPICAL } from '../../shared/result/simulated-run.ts'
import { type Experiment, perform } from './lib/experiment.ts'
import { afterOf, beforeOf, inAll, type Scatter, scatterOf, withRates } from './lib/methods.ts'

/** Shares of the runs, and relative widths. */
interface Outcome {
  /** Plain intervals that hold the truth. */
  coverage: number
  /** Runs in which some rank is false. */
  falseRanks: number
  /** Half of the interval of a ratio, in the median. */
  halfWidth: number
}

interface Figures {
  runs: number
  servers: number
  designs: { rounds: number; errors: string; before: Outcome; after: Outcome; fastestLost: number }[]
  stored: { files: string[]; servers: number; before: Scatter; after: Scatter }
}

const RUNS = 250
const SERVERS = 35
/** How many times as far processes and slices vary in the loudest group as in the quietest. */
const LOUD = 6
const ERRORS: Record<string, Partial<Simulation>> = {
  normal: {},
  'unequal servers': { unequal: 4 },
  'heavy tails': { heavyTails: true },
  'loud groups': { loud: LOUD },
  'heavy tails, unequal servers': { heavyTails: true, unequal: 4 },
}
const STORED = ['2026-11-20T11-45-28Z', '2026-11-20T13-28-55Z', '2026-11-20T15-40-34Z'].map(
  (name) => `results/update-user/${name}.json`,
)

export const coverage: Experiment<Figures> = {
  name: 'coverage',
  async measure() {
    const designs: Figures['designs'] = []
    for (const rounds of [3, 5, 10]) {
      for (const [errors, change] of Object.entries(ERRORS)) {
        const truth = Array.from({ length: SERVERS - 1 }, () => 0)
        designs.push({ rounds, errors, ...simulated({ ...TYPICAL, truth, rounds, ...change }) })
        console.log(JSON.stringify(designs.at(-1)))
      }
    }
    return { runs: RUNS, servers: SERVERS, designs, stored: fromStored() }
  },
  markdown({ runs, servers, designs, stored }) {
    const percent = (share: number, digits = 1) => `${(share * 100).toFixed(digits)}%`
    const header = [
      'rounds',
      'errors',
      'intervals hold the truth',
      'some rank is false',
      'the fastest is ruled out',
      'half width',
    ]
    const rows = designs.map(({ rounds, errors, before, after, fastestLost }, i) => [
      designs[i - 1]?.rounds === rounds ? '' : String(rounds),
      errors,
      `${percent(after.coverage)} (${percent(before.coverage)})`,
      `${percent(after.falseRanks)} (${percent(before.falseRanks)})`,
      percent(fastestLost),
      `±${percent(after.halfWidth)} (±${percent(before.halfWidth)})`,
    ])
    const { before, after } = stored
    return [
      `${runs} simulated runs of ${servers} equal servers each, on a machine that drifts from group to group and from turn to turn (with loud groups, processes and slices vary up to ${LOUD} times as far in one group as in another); in brackets by the method before, which compared each trial with the baseline alone, knew each server by its own rounds, and ranked pair by pair:`,
      table(header, rows, ['right', 'left', 'right', 'right', 'right', 'right']),
      `Three stored runs of ${stored.servers} servers on one day, by both methods: from one run to the next a ratio to the baseline differs by a standard deviation of ${percent(after.median)} in the median of the servers, and of ${percent(after.rootMeanSquare)} as their root mean square (before: ${percent(before.median)} and ${percent(before.rootMeanSquare)}), while half of its interval was ±${percent(after.halfWidth)} (before: ±${percent(before.halfWidth)}).`,
    ].join('\n\n')
  },
}

function simulated(simulation: Simulation): Omit<Figures['designs'][number], 'rounds' | 'errors'> {
  const next = simulator(simulation.rounds)
  const names = simulation.truth.map((_, i) => `server ${i}`)
  const methods = { before: [] as RatioEstimate[], after: [] as RatioEstimate[] }
  let [falseBefore, falseAfter, lost] = [0, 0, 0]
  for (let run = 0; run < RUNS; run++) {
    const trials = next(simulation)
    const before = beforeOf(withRates(trials))
    const after = afterOf(trials)
    methods.before.push(...names.map((name) => before.ratio(name)))
    methods.after.push(...names.map((name) => after.ratio(name)))
    const found = standings(after.fit, [BASELINE, ...names], () => false)
    if (before.someRankIsFalse(names)) falseBefore++
    if ([...found.values()].some(({ ranks }) => ranks.best > 1 || ranks.worst < SERVERS)) falseAfter++
    if (!found.get(BASELINE)?.mayBeFastest) lost++
  }
  const outcome = (estimates: readonly RatioEstimate[], wrong: number): Outcome => ({
    coverage: estimates.filter(isTie).length / estimates.length,
    falseRanks: wrong / RUNS,
    halfWidth: statistics.median(estimates.map(halfWidth)),
  })
  return {
    before: outcome(methods.before, falseBefore),
    after: outcome(methods.after, falseAfter),
    fastestLost: lost / RUNS,
  }
}

function fromStored(): Figures['stored'] {
  const results = STORED.map(readResult)
  const { baseline } = results[0] as Result
  const runs = results.map(trialsOf)
  const names = inAll(runs, baseline)
  const scatter = (method: typeof afterOf | typeof beforeOf) => scatterOf(method, runs, names, baseline)
  return { files: STORED, servers: names.length, before: scatter(beforeOf), after: scatter(afterOf) }
}

await perform(coverage, import.meta.main)
