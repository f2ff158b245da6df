/** How far quick runs are from a full run on the same machine: `quick.ts <full> <quick…>` reads the files of both. */
import { resolve } from 'node:path'
import * as statistics from 'simple-statistics'
import { table } from '../../charts/text/markdown.ts'
import { UsageError } from '../../shared/basics/errors.ts'
import { readResult } from '../../shared/result/file.ts'
import type { Result } from '../../shared/result/format.ts'
import { publishedOf } from '../../shared/result/published.ts'
import { uncertaintyOf } from '../../shared/result/quick.ts'
import { BASELINE } from '../measure/run-plan.ts'
import { type Experiment, perform } from './lib/experiment.ts'

/** To the baseline, by server. */
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
    const [full, ...quick] = process.argv.slice(2).map((path) => readResult(resolve(path)))
    if (!full || quick.length === 0) throw new UsageError('it takes the files of a full run and of quick ones')
    const published = publishedOf(full.scenario)
    return {
      full: ratiosOf(full),
      quick: quick.map((run) => ({ ratios: ratiosOf(run), uncertainty: uncertaintyOf(run, published).share ?? 0 })),
    }
  },
  markdown({ full, quick }) {
    const percent = (share: number) => `${(100 * share).toFixed(1)}%`
    const errors = quick.flatMap(({ ratios, uncertainty }) =>
      Object.entries(ratios).flatMap(([name, ratio]) =>
        full[name] === undefined || name === BASELINE
          ? []
          : [{ name, error: Math.log(ratio / full[name]), uncertainty }],
      ),
    )
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

function ratiosOf({ servers }: Result): Ratios {
  return Object.fromEntries(
    servers.flatMap(({ name, summary }) => (summary?.ratioToBaseline ? [[name, summary.ratioToBaseline.ratio]] : [])),
  )
}

/** How many pairs are shown that far apart, and the other way round than in the full run. */
export function reversedPairs(shown: Ratios, full: Ratios): number {
  const names = Object.keys(shown).filter((name) => full[name] !== undefined)
  const isReversed = (a: string, b: string) =>
    (shown[a] ?? 0) > (1 + APART) * (shown[b] ?? 0) && (full[a] ?? 0) < (full[b] ?? 0)
  return names.flatMap((a) => names.filter((b) => isReversed(a, b))).length
}

await perform(quickRuns, import.meta.main)
