/**
 * Whether intervals and ranks say what they claim, in simulated runs whose truth is known; and how far ratios differ in three
 * stored runs of one day. Nothing is loaded: it computes, with the statistics that results are read with, and with those
 * before them (every trial over the baseline's, each server by itself, ranks pair by pair).
 */
import * as statistics from 'simple-statistics'
import { table } from '../../charts/text/markdown.ts'
import { readResult } from '../../shared/result/file.ts'
import { fitTrials } from '../../shared/result/fit.ts'
import type { Result, Trial } from '../../shared/result/format.ts'
import { contrastInterval, halfWidth, isTie, type RatioEstimate, ratioInterval } from '../../shared/result/intervals.ts'
import { standings } from '../../shared/result/ranks.ts'
import { pairedRatios, relativeRates } from '../../shared/result/ratios.ts'
import { trialsOf } from '../../shared/result/restated.ts'
import { BASELINE, type Simulation, simulator, TYPICAL } from '../../shared/result/simulated-run.ts'
import { type Experiment, perform } from './lib/experiment.ts'

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
  stored: { files: string[]; servers: number; before: RunToRun; after: RunToRun }
}

/** Of a ratio's logarithm, from one run to the next. */
interface RunToRun {
  median: number
  rootMeanSquare: number
  /** Half of the intervals, in the median of all runs. */
  halfWidth: number
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

type Trials = ReadonlyMap<string, readonly Trial[]>

function afterOf(trials: Trials, baseline = BASELINE) {
  const fit = fitTrials(trials)
  const ratio = (name: string): RatioEstimate => {
    const contrast = fit.contrast(name, baseline)
    if (!contrast || contrast.variance === null) throw new Error(`${name} has no interval`)
    return contrastInterval({ ...contrast, variance: contrast.variance })
  }
  return { fit, ratio }
}

function beforeOf(trials: Trials, baseline = BASELINE) {
  const reference = trials.get(baseline) ?? []
  const of = (name: string) => trials.get(name) ?? []
  const ratio = (name: string): RatioEstimate => {
    const estimate = ratioInterval([...relativeRates(of(name), reference).values()])
    if (!estimate) throw new Error(`${name} has no interval`)
    return estimate
  }
  /** Among equals: whether anyone differed from the best of all, to which every server was compared first. */
  const someRankIsFalse = (names: readonly string[]) => {
    const best = names.reduce((a, b) => (ratio(b).ratio > ratio(a).ratio ? b : a))
    return names.some((name) => name !== best && !isTie(ratioInterval(pairedRatios(of(name), of(best), reference))))
  }
  return { ratio, someRankIsFalse }
}

/** The rates of trials as they were reported: all requests of the slices over all of their time. */
function withRates(trials: Trials): Trials {
  const reported = (trial: Trial): Trial => {
    const mean = statistics.mean(trial.slices.map(({ requests }) => requests))
    return { ...trial, requests: { ...trial.requests, perSecond: { ...trial.requests.perSecond, mean } } }
  }
  return new Map([...trials].map(([name, list]) => [name, list.map(reported)]))
}

function fromStored(): Figures['stored'] {
  const results = STORED.map(readResult)
  const baseline = (results[0] as Result).baseline
  const common = results
    .map((result) => [...trialsOf(result).keys()])
    .reduce((names, others) => names.filter((name) => others.includes(name)))
    .filter((name) => name !== baseline)
  const runToRun = (method: typeof afterOf | typeof beforeOf): RunToRun => {
    const runs = results.map((result) => method(trialsOf(result), baseline).ratio)
    const deviations = common.map((name) =>
      statistics.sampleStandardDeviation(runs.map((ratio) => Math.log(ratio(name).ratio))),
    )
    return {
      median: statistics.median(deviations),
      rootMeanSquare: statistics.rootMeanSquare(deviations),
      halfWidth: statistics.median(runs.flatMap((ratio) => common.map((name) => halfWidth(ratio(name))))),
    }
  }
  return { files: STORED, servers: common.length, before: runToRun(beforeOf), after: runToRun(afterOf) }
}

await perform(coverage, import.meta.main)
