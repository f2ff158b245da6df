/**
 * Whether intervals hold the truth where a run goes on until they are narrow, as `--until` does: in simulated runs whose truth is
 * known. Nothing is loaded: it computes, with the fit that results are read with.
 */
import * as statistics from 'simple-statistics'
import { table } from '../../charts/text/markdown.ts'
import { isTie, type RatioEstimate } from '../../shared/result/intervals.ts'
import { type Simulation, simulator, TYPICAL } from '../../shared/result/simulated-run.ts'
import { LEAST_ROUNDS_UNTIL } from '../measure/protocol.ts'
import { endsOf } from '../measure/simulated-end.ts'
import { type Experiment, perform } from './lib/experiment.ts'

interface Figures {
  /** Rounds from which a run is judged. */
  least: number
  /** Rounds after which it ends in any case. */
  most: number
  rows: {
    /** The baseline among them. */
    servers: number
    runs: number
    errors: string
    /** Half of every interval, at the most. */
    asked: number
    /** In the median of the runs. */
    rounds: number
    /** Runs that were as sure as asked before they ended in any case. */
    reached: number
    /** Intervals that hold the truth, where each run ended. */
    coverage: number
    /** The same intervals where all runs have as many rounds as these had in the median. */
    fixed: number
  }[]
}

/** Servers, and runs of so many. */
const SIZES = [
  { servers: 2, runs: 2000 },
  { servers: 35, runs: 60 },
]
const ERRORS: Record<string, Partial<Simulation>> = { normal: {}, 'heavy tails': { heavyTails: true } }
const ASKED = [0.03, 0.025, 0.02]
const MOST = 40

export const untilSure: Experiment<Figures> = {
  name: 'until',
  async measure() {
    const rows: Figures['rows'] = []
    for (const { servers, runs } of SIZES) {
      for (const [errors, change] of Object.entries(ERRORS)) {
        const truth = Array.from({ length: servers - 1 }, () => 0)
        const simulation: Simulation = { ...TYPICAL, truth, rounds: MOST, ...change }
        const found = ended(simulation, runs).map((row) => ({ servers, runs, errors, ...row }))
        console.log(JSON.stringify(found))
        rows.push(...found)
      }
    }
    return { least: LEAST_ROUNDS_UNTIL, most: MOST, rows }
  },
  markdown({ least, most, rows }) {
    const percent = (share: number) => `${(share * 100).toFixed(1)}%`
    const header = ['servers', 'runs', 'errors', 'asked for', 'rounds, median', 'they hold the truth', 'rounds fixed']
    const cells = rows.map(({ servers, runs, errors, asked, rounds, coverage, fixed }, i) => {
      const before = rows[i - 1]
      const isFirst = before?.servers !== servers || before.errors !== errors
      return [
        ...(isFirst ? [String(servers), String(runs), errors] : ['', '', '']),
        `±${percent(asked)}`,
        String(rounds),
        percent(coverage),
        percent(fixed),
      ]
    })
    const late = rows.reduce((sum, { runs, reached }) => sum + Math.round(runs * (1 - reached)), 0)
    return [
      `Simulated runs that end with the round in which every interval is as narrow as was asked for, judged from ${least} rounds on; how many of the 95% intervals hold the truth then, and how many where the same runs all have that many rounds:`,
      table(header, cells, ['right', 'right', 'left', 'right', 'right', 'right', 'right']),
      ...(late > 0 ? [`${late} of the runs ended at ${most} rounds without being that sure.`] : []),
    ].join('\n\n')
  },
}

/** One row for each of what is asked, of the same runs. */
function ended(
  simulation: Simulation,
  runs: number,
): Pick<Figures['rows'][number], 'asked' | 'rounds' | 'reached' | 'coverage' | 'fixed'>[] {
  const simulated = () => {
    const next = simulator(simulation.truth.length)
    return Array.from({ length: runs }, () => () => next(simulation))
  }
  const ends = simulated().map((trials) => endsOf(trials(), ASKED, LEAST_ROUNDS_UNTIL))
  return ASKED.map((asked, i) => {
    const own = ends.flatMap((run) => run[i] ?? [])
    const rounds = Math.round(statistics.median(own.map((end) => end.rounds)))
    // Nothing is that wide, so that each run ends where it is first judged.
    const fixed = simulated().flatMap((trials) => endsOf(trials(), [Number.POSITIVE_INFINITY], rounds))
    return {
      asked,
      rounds,
      reached: own.filter((end) => end.rounds < simulation.rounds).length / runs,
      coverage: coverageOf(own.flatMap(({ ratios }) => ratios)),
      fixed: coverageOf(fixed.flatMap(({ ratios }) => ratios)),
    }
  })
}

/** Share that hold 1, which is the truth of them all. */
function coverageOf(ratios: readonly RatioEstimate[]): number {
  return ratios.filter(isTie).length / ratios.length
}

await perform(untilSure, import.meta.main)
