/**
 * How far runs of the same servers differ: METHODOLOGY's region on the repeats of the published result, each taken for a run
 * by itself, in the words of `compare`.
 */
import * as statistics from 'simple-statistics'
import { replaceRegion } from '../../../charts/pages/regions.ts'
import { table } from '../../../charts/text/markdown.ts'
import { compareResults } from '../../../shared/result/compare.ts'
import type { Result, ServerResult } from '../../../shared/result/format.ts'
import { knownHalfWidth } from '../../../shared/result/intervals.ts'
import { readPublished } from '../../../shared/result/published.ts'
import { repeatsOf } from '../../../shared/result/repeats.ts'
import { restated } from '../../../shared/result/restated.ts'
import { trialsByRepeat } from '../../../shared/result/run-to-run.ts'
import { afterOf, beforeOf, inAll, type Scatter, scatterOf } from './methods.ts'

/** The scenario that is published from several repeats. */
const SCENARIO = 'update-user'

/** The page with its region made anew; empty where what is published was not repeated. */
export function withRepeats(page: string): string {
  const published = readPublished().find(({ result }) => result.scenario === SCENARIO)
  const repeated = published && repeatsOf(published.result).length > 1 ? published.result : undefined
  return replaceRegion(page, 'repeats', repeated ? repeatsText(repeated) : '')
}

/** @returns Markdown */
function repeatsText(result: Result): string {
  const runs = repeatsOf(result).map((_, index) => aloneIn(result, index + 1))
  const pairs = runs.flatMap((old, index) => runs.slice(index + 1).map((recent): [Result, Result] => [old, recent]))
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`
  const rows = pairs.map(([old, recent]) => {
    const compared = compareResults(
      { file: old.startedAt, result: old },
      { file: recent.startedAt, result: recent },
      // An hour may have been much slower than another: only ratios are looked at.
      { acrossMachines: true },
    )
    const relative = compared.rows.filter(({ method }) => method === 'relative to baseline')
    const different = relative.filter(({ difference }) => difference === 'faster' || difference === 'slower')
    const distances = relative.map(({ ratio }) => Math.exp(Math.abs(Math.log(ratio))) - 1)
    return [
      `${hourOf(old)} and ${hourOf(recent)}`,
      String(relative.length),
      String(different.length),
      ((1 - compared.confidence) * relative.length).toFixed(1),
      percent(statistics.median(distances)),
      percent(Math.max(...distances)),
    ]
  })
  const width = ({ servers }: Result) =>
    statistics.median(servers.flatMap(({ summary }) => knownHalfWidth(summary?.ratioToBaseline ?? null) ?? []))
  const { before, after } = byBothMethods(result)
  return [
    table(['begun at', 'servers', 'called different', 'by chance', 'ratios differ, median', 'at most'], rows, [
      'left',
      'right',
      'right',
      'right',
      'right',
      'right',
    ]),
    `From one repeat to the next the ratio of a server to \`${result.baseline}\` has a standard deviation of ${percent(after.median)} in the median of the servers, and of ${percent(after.rootMeanSquare)} as their root mean square. By the method before, which compared each trial with the baseline alone, it was ${percent(before.median)} and ${percent(before.rootMeanSquare)}. Half of the interval is ±${percent(after.halfWidth)} in a repeat by itself (before: ±${percent(before.halfWidth)}), and ±${percent(width(result))} in all together, which hold what differs between them.`,
  ].join('\n\n')
}

/** How far the ratios lie apart, each repeat taken for a run by itself. */
function byBothMethods(result: Result): { before: Scatter; after: Scatter } {
  const { baseline } = result
  const runs = trialsByRepeat(result)
  const names = inAll(runs, baseline)
  return {
    before: scatterOf(beforeOf, runs, names, baseline),
    after: scatterOf(afterOf, runs, names, baseline),
  }
}

/** One repeat as a result by itself. */
function aloneIn(result: Result, repeat: number): Result {
  const { rounds, startedAt, finishedAt } = repeatsOf(result)[repeat - 1] as ReturnType<typeof repeatsOf>[number]
  const own = (server: ServerResult): ServerResult => ({
    ...server,
    trials: server.trials
      .filter(({ round }) => rounds.first <= round && round <= rounds.last)
      .map((trial) => ({ ...trial, round: trial.round - rounds.first + 1 })),
  })
  return restated({
    ...result,
    startedAt,
    finishedAt,
    checksum: `${result.checksum} ${repeat}`,
    rounds: result.rounds.slice(rounds.first - 1, rounds.last),
    repeats: null,
    length: null,
    servers: result.servers.map(own),
    copy: result.copy && own(result.copy),
  })
}

/** UTC. */
function hourOf({ startedAt }: Result): string {
  return startedAt.slice(11, 16)
}
