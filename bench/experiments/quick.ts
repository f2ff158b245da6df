/** Compares quick runs with a full run on the same machine: `quick.ts <full> <quick…>` reads the files of both. */
import * as statistics from 'simple-statistics'
import { table } from '../../charts/text/markdown.ts'
import { readResult } from '../../shared/results/file.ts'
import type { Result } from '../../shared/results/format.ts'
import { publishedOf } from '../../shared/results/published.ts'
import { uncertaintyOf } from '../../shared/results/quick.ts'
import { type Experiment, perform, scenario } from './lib/experiment.ts'

/** To the baseline, by server; without the baseline's own. */
type Ratios = Record<string, number>

interface Figures {
  full: Ratios
  /** With the uncertainty that each run showed, as a share. */
  quick: { ratios: Ratios; uncertainty: number }[]
}

/** By what share two servers are shown apart that must be in the right order. */
const APART = 0.25

export const quickRuns: Experiment<Figures> = {
  name: 'quick',
  async measure() {
    const [full, ...quick] = process.argv.slice(2).map((path) => readResult(path))
    const published = publishedOf(scenario.name)?.runs.map(({ file }) => file) ?? []
    return {
      full: ratiosOf(full as Result),
      quick: quick.map((run) => ({ ratios: ratiosOf(run), uncertainty: uncertaintyOf(run, published).share ?? 0 })),
    }
  },
  markdown({ full, quick }) {
    const errors = quick.flatMap(({ ratios, uncertainty }) =>
      Object.entries(ratios).map(([name, ratio]) => ({
        name,
        uncertainty,
        error: Math.log(ratio / (full[name] ?? 0)),
      })),
    )
    const percent = (share: number) => `${(100 * share).toFixed(1)}%`
    const rms = (of: typeof errors) => percent(statistics.rootMeanSquare(of.map(({ error }) => error)))
    const within = errors.filter(({ error, uncertainty }) => Math.abs(error) <= Math.log1p(uncertainty))
    const reversed = quick.reduce((sum, { ratios }) => sum + reversedPairs(ratios, full), 0)
    const rows = [...Map.groupBy(errors, ({ name }) => name)].map(([name, own]) => [name, rms(own)])
    return [
      `${quick.length} quick runs, against a full run on the same machine: the error of a ratio is ${rms(errors)} (root mean square of logarithms), and ${percent(within.length / errors.length)} of the ratios are within the uncertainty that was shown. Pairs of servers shown more than ${100 * APART}% apart in the wrong order: ${reversed}.`,
      table(['server', 'error'], rows, ['left', 'right']),
    ].join('\n\n')
  },
}

function ratiosOf({ servers, baseline }: Result): Ratios {
  const others = servers.filter(({ name }) => name !== baseline)
  return Object.fromEntries(others.flatMap(({ name, summary }) => toPair(name, summary?.ratioToBaseline?.ratio)))
}

const toPair = (name: string, ratio?: number) => (ratio === undefined ? [] : [[name, ratio] as const])

/** Counts pairs, the baseline included, that a quick run separates in the opposite order of the full run. */
export function reversedPairs(shown: Ratios, full: Ratios): number {
  const pairs = Object.entries({ baseline: 1, ...shown }).map(([name, ratio]) => [ratio, full[name] ?? 1] as const)
  return pairs.flatMap(([a, trueA]) => pairs.filter(([b, trueB]) => a > (1 + APART) * b && trueA < trueB)).length
}

await perform(quickRuns, import.meta.main)
