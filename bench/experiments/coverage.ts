/** Checks the coverage of intervals and ranks in simulated runs whose truth is known. Nothing is loaded. */
import * as statistics from 'simple-statistics'
import { table } from '../../charts/text/markdown.ts'
import { fitTrials } from '../../shared/stats/fit.ts'
import { halfWidth, isTie, type Ratio, ratioFrom } from '../../shared/stats/intervals.ts'
import { rankIntervals } from '../../shared/stats/ranks.ts'
import { BASELINE, type Simulation, simulator, TYPICAL } from '../../shared/test/simulated-run.ts'
import { type Experiment, perform } from './lib/experiment.ts'

interface Outcome {
  /** Share of the intervals that hold the truth. */
  coverage: number
  /** Share of the runs in which some rank is false. */
  falseRanks: number
  /** Median half of a ratio's interval. */
  halfWidth: number
}

interface Figures {
  runs: number
  servers: number
  designs: ({ rounds: number; errors: string } & Outcome)[]
}

const RUNS = 100
const SERVERS = 35
/** µs per request that the slow state adds, as the machine of the first published results did. */
const SLOW_STATE = 3.2
const ERRORS: Record<string, Partial<Simulation>> = {
  normal: {},
  'unequal servers': { unequal: 4 },
  'heavy tails': { heavyTails: true },
  'a machine of two states': { slowState: SLOW_STATE },
  'heavy tails, unequal servers': { heavyTails: true, unequal: 4 },
}

export const coverage: Experiment<Figures> = {
  name: 'coverage',
  async measure() {
    const truth = Array.from({ length: SERVERS - 1 }, () => 0)
    const designs = [3, 5, 10].flatMap((rounds) =>
      Object.entries(ERRORS).map(([errors, change]) => {
        const design = { rounds, errors, ...simulated({ ...TYPICAL, truth, rounds, ...change }) }
        console.log(JSON.stringify(design))
        return design
      }),
    )
    return { runs: RUNS, servers: SERVERS, designs }
  },
  markdown({ runs, servers, designs }) {
    const percent = (share: number) => `${(share * 100).toFixed(1)}%`
    const header = [
      'rounds',
      'errors',
      'ratios: 95% intervals that contain the true one',
      'runs with a wrong rank interval',
      'half width (median)',
    ]
    const rows = designs.map(({ rounds, errors, coverage, falseRanks, halfWidth }, i) => [
      designs[i - 1]?.rounds === rounds ? '' : String(rounds),
      errors,
      ...[coverage, falseRanks].map(percent),
      `±${percent(halfWidth)}`,
    ])
    return [
      `${runs} simulated runs per row, of ${servers} equally fast servers, on a machine whose speed drifts from group to group. The machine of two states adds ${SLOW_STATE} µs to every request in half of the groups:`,
      table(header, rows, ['right', 'left', 'right', 'right', 'right']),
    ].join('\n\n')
  },
}

function simulated(simulation: Simulation): Outcome {
  const next = simulator(simulation.rounds)
  const names = simulation.truth.map((_, i) => `server ${i}`)
  const ratios: Ratio[] = []
  let falseRanks = 0
  for (let run = 0; run < RUNS; run++) {
    const fit = fitTrials(next(simulation))
    for (const name of names) {
      const contrast = fit.contrast(name, BASELINE)
      if (!contrast?.variance) throw new Error(`${name} has no interval`)
      ratios.push(ratioFrom(contrast))
    }
    const found = rankIntervals(fit.contrast, [BASELINE, ...names], () => false)
    if ([...found.values()].some((ranks) => ranks.best > 1 || ranks.worst < SERVERS)) falseRanks++
  }
  return {
    coverage: ratios.filter(isTie).length / ratios.length,
    falseRanks: falseRanks / RUNS,
    halfWidth: statistics.median(ratios.map((ratio) => halfWidth(ratio) ?? Number.NaN)),
  }
}

await perform(coverage, import.meta.main)
