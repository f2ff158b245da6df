/** Generated regions of hand-written pages. */
import * as statistics from 'simple-statistics'
import { CAVEATS } from '../../shared/results/caveats.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { type Contrast, contrastInterval, halfWidth, knownHalfWidth } from '../../shared/stats/intervals.ts'
import { PRIOR } from '../../shared/stats/pool.ts'
import { columnsTable, escaped, inline, replaceRegion, table } from '../text/markdown.ts'

/** Regions by page. Instruments and `bench/experiments/` fill others. */
const REGIONS: Record<string, Record<string, (results: readonly PooledResult[]) => string>> = {
  'docs/caveats.md': { caveats: caveatRules },
  'docs/statistics.md': { assumption: assumptionText },
  'results/experiments/README.md': { evidence },
}

/** Paths from the repository's root. */
export const DOCS: readonly string[] = Object.keys(REGIONS)

/**
 * Returns the page with its regions replaced.
 * @param path from the repository's root
 * @param text the current page
 * @param results all published results, in the order of the scenarios
 */
export function updateDoc(path: string, text: string, results: readonly PooledResult[]): string {
  return Object.entries(REGIONS[path] ?? {}).reduce(
    (page, [region, contents]) => replaceRegion(page, region, contents(results)),
    text,
  )
}

/** One row per kind of caveat. */
function caveatRules(): string {
  return table(
    ['caveat', 'mark', 'meaning', 'rule'],
    Object.entries(CAVEATS).map(([kind, { mark, meaning, rule }]) => [`\`${kind}\``, escaped(mark), meaning, rule]),
    ['left', 'left', 'left', 'left'],
  )
}

/** States the prior on differences between machines. */
function assumptionText(): string {
  const percent = (share: number) => `${100 * share}%`
  return `Assumed standard deviations between machines: ${PRIOR.addition} µs for the constant, ${percent(PRIOR.own)} for a server’s own deviation, and ${percent(PRIOR.slope)} for a difference in µs. Each assumption weighs as much as ${PRIOR.degreesOfFreedom} measured values.`
}

/** One row per scenario: seconds of warm-up, settled trials, and the median half width of each interval. */
function evidence(results: readonly PooledResult[]): string {
  const median = (widths: number[]) => (widths.length > 0 ? `±${(statistics.median(widths) * 100).toFixed(1)}%` : '')
  const warmUps = ({ servers }: PooledResult) => servers.flatMap(({ trials }) => trials.map(({ warmUp }) => warmUp))
  const seconds = (result: PooledResult) => warmUps(result).map((warmUp) => warmUp.seconds)
  return columnsTable(results, [
    ['scenario', ({ scenario }) => inline(scenario)],
    ['servers', ({ servers }) => String(servers.length)],
    ['machines', ({ machines }) => String(machines)],
    ['runs', ({ runs }) => String(runs.length)],
    ['rounds', ({ runs }) => String(runs.reduce((sum, { file }) => sum + file.rounds.length, 0))],
    ['warm-up, s', (result) => statistics.median(seconds(result)).toFixed(1)],
    ['maximum, s', (result) => Math.max(...seconds(result)).toFixed(1)],
    [
      'settled trials',
      (result) => `${warmUps(result).filter(({ settled }) => settled).length} of ${warmUps(result).length}`,
    ],
    ['± of one run', ({ ratios }) => median([...ratios.values()].flat().flatMap(({ ratio }) => widthOf(ratio)))],
    [
      '± of the mean',
      ({ servers }) => median(servers.flatMap(({ summary }) => knownHalfWidth(summary?.ratioToBaseline ?? null) ?? [])),
    ],
    [
      '± on another machine',
      ({ pooled }) =>
        median([...pooled.values()].map(({ ratio }) => halfWidth({ ratio: ratio.value, ...ratio.predicted }))),
    ],
  ])
}

function widthOf({ variance, ...contrast }: Contrast): number[] {
  return variance === null ? [] : [halfWidth(contrastInterval({ ...contrast, variance }))]
}
