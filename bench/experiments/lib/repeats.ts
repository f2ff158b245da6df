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
  const width = (runs: Result[]) =>
    statistics.median(
      runs.flatMap(({ servers }) =>
        servers.flatMap(({ summary }) => knownHalfWidth(summary?.ratioToBaseline ?? null) ?? []),
      ),
    )
  return [
    table(['begun at', 'servers', 'called different', 'by chance', 'ratios differ, median', 'at most'], rows, [
      'left',
      'right',
      'right',
      'right',
      'right',
      'right',
    ]),
    `The ratio of a server to \`${result.baseline}\` has a standard deviation of ${percent(deviation(runs))} from one repeat to the next, the median over the servers. Half of its interval is ±${percent(width(runs))} in a repeat by itself, and ±${percent(width([result]))} in all together, which hold what differs between them.`,
  ].join('\n\n')
}

/** Median over the servers of the standard deviation of the logarithm of the ratio. */
function deviation(runs: readonly Result[]): number {
  const ratios = new Map<string, number[]>()
  for (const { servers, baseline } of runs) {
    for (const { name, summary } of servers) {
      const ratio = summary?.ratioToBaseline?.ratio
      if (ratio !== undefined && name !== baseline) ratios.set(name, [...(ratios.get(name) ?? []), Math.log(ratio)])
    }
  }
  const whole = [...ratios.values()].filter(({ length }) => length === runs.length)
  return statistics.median(whole.map((logs) => statistics.sampleStandardDeviation(logs)))
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
