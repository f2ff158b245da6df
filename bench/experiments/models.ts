/** Which model of a run predicts rounds that it has not seen: stored runs are cut in halves. Nothing is loaded. */
import * as statistics from 'simple-statistics'
import { table } from '../../charts/text/markdown.ts'
import { readIfComplete } from '../../shared/results/file.ts'
import type { Result, Trial } from '../../shared/results/format.ts'
import { storedFiles } from '../../shared/results/stored-files.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { type Fit, fitTrials, type TrialsByServer } from '../../shared/stats/fit.ts'
import { type Contrast, studentInterval, sumOf } from '../../shared/stats/intervals.ts'
import { BASELINE } from '../run/run-plan.ts'
import { type Experiment, perform } from './lib/experiment.ts'

/** Errors of one model over the halves of all runs. */
interface Outcome {
  /** Root mean square of the difference of both halves, in logarithms of ratios to the baseline. */
  rms: number
  /** Share of these differences whose 95% interval holds zero. */
  coverage: number
  /** Median half of that interval, over the root of two: of one half's ratio. */
  halfWidth: number
}

interface Figures {
  runs: number
  ratios: number
  models: ({ model: string } & Outcome)[]
}

type Model = (servers: TrialsByServer) => TrialsByServer

const withTrials = (servers: TrialsByServer, change: (trial: Trial) => Trial): TrialsByServer =>
  new Map([...servers].map(([name, trials]) => [name, trials.map(change)]))

const MODELS: Record<string, Model> = {
  'server + group (what is used)': (servers) => servers,
  'server + round': (servers) => withTrials(servers, (trial) => ({ ...trial, group: 1 })),
  'server + group, less the generator’s µs per request': withoutState,
}

export const models: Experiment<Figures> = {
  name: 'models',
  async measure() {
    const runs = [...scenarios.keys()].flatMap((scenario) =>
      storedFiles(`results/${scenario}`, readIfComplete).map(({ file }) => file),
    )
    const halves = runs.map(halvesOf)
    const outcomes = Object.entries(MODELS).map(([model, apply]) => {
      const differences = halves.flatMap(([first, second]) =>
        differencesOf(fitTrials(apply(first)), fitTrials(apply(second))),
      )
      return { model, ratios: differences.length, ...outcomeOf(differences) }
    })
    return {
      runs: halves.length,
      ratios: outcomes[0]?.ratios ?? 0,
      models: outcomes.map(({ ratios: _, ...outcome }) => outcome),
    }
  },
  markdown({ runs, ratios, models }) {
    const percent = (share: number) => `${(share * 100).toFixed(1)}%`
    const rows = models.map(({ model, rms, coverage, halfWidth }) => [
      model,
      percent(rms),
      percent(coverage),
      `±${percent(halfWidth)}`,
    ])
    return [
      `${runs} stored runs, each split into two halves of its rounds, with ${ratios} ratios to the baseline in both:`,
      table(['model', 'difference of the halves (rms)', '95% intervals that contain it', 'half width (median)'], rows, [
        'left',
        'right',
        'right',
        'right',
      ]),
    ].join('\n\n')
  },
}

function halvesOf({ servers, rounds }: Result): [TrialsByServer, TrialsByServer] {
  const half = (isSecond: boolean): TrialsByServer =>
    new Map(
      servers.flatMap(({ name, trials, summary }) => {
        const own = trials.filter(({ round }) => round > rounds.length / 2 === isSecond)
        return summary && own.length > 0 ? [[name, own] as const] : []
      }),
    )
  return [half(false), half(true)]
}

function differencesOf(first: Fit, second: Fit): (Contrast & { variance: number })[] {
  return first.servers.flatMap((name) => {
    const [a, b] = [first.contrast(name, BASELINE), second.contrast(BASELINE, name)]
    if (name === BASELINE || !a || !b) return []
    const { variance, ...difference } = sumOf(a, b)
    return variance === null ? [] : [{ ...difference, variance }]
  })
}

function outcomeOf(differences: readonly (Contrast & { variance: number })[]): Outcome {
  const intervals = differences.map(({ difference, variance: value, degreesOfFreedom }) =>
    studentInterval(difference, { value, degreesOfFreedom }),
  )
  return {
    rms: statistics.rootMeanSquare(differences.map(({ difference }) => difference)),
    coverage: statistics.mean(intervals.map(({ low, high }) => Number(low <= 0 && high >= 0))),
    halfWidth: statistics.median(intervals.map(({ low, high }) => (high - low) / 2 / Math.SQRT2)),
  }
}

/**
 * Takes off each trial what the busy-polling generator's own µs per request are above the server's usual ones, which shows the
 * state that the machine was in. One µs of the generator stands for one of the server.
 */
function withoutState(servers: TrialsByServer): TrialsByServer {
  const generator = fitTrials(withTrials(servers, ofGenerator))
  const own = (name: string) => generator.trials.filter(({ server }) => server === name).map(({ level }) => -level)
  const atBaseline = statistics.mean(own(BASELINE))
  return new Map(
    [...servers].map(([name, trials]) => {
      const usual = atBaseline - (generator.contrast(name, BASELINE)?.difference ?? 0)
      const times = own(name).map((log) => 1e6 * (Math.exp(log) - Math.exp(usual)))
      return [name, trials.map((trial, i) => lessTime(trial, times[i] as number))]
    }),
  )
}

/** The trial with the time in which its generator was busy in place of all of its time. */
function ofGenerator(trial: Trial): Trial {
  const slices = trial.slices.map((slice) => ({
    ...slice,
    seconds: (slice.seconds * (slice.generatorBusyPercent ?? 100)) / 100,
  }))
  return { ...trial, slices }
}

/** The trial as it were had each request taken so many µs less. */
function lessTime(trial: Trial, microseconds: number): Trial {
  const slices = trial.slices.map((slice) => ({
    ...slice,
    requests: slice.requests / (1 - Math.min(0.9, (microseconds * slice.requests) / slice.seconds / 1e6)),
  }))
  return { ...trial, slices }
}

await perform(models, import.meta.main)
