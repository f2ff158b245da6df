/** METHODOLOGY's regions: rules that the code has, and how sure the published results are. */
import * as statistics from 'simple-statistics'
import type { Counts } from '../../shared/result/instructions.ts'
import { knownHalfWidth } from '../../shared/result/intervals.ts'
import type { PooledResult } from '../../shared/result/pooled-result.ts'
import type { Stored } from '../../shared/result/stored-files.ts'
import { VERDICTS } from '../../shared/result/verdicts.ts'
import { escaped, inline, replaceRegion, table } from '../text/markdown.ts'
import { againstCpuTime } from './instructions.ts'

/**
 * @param results all that are published, in the order of the scenarios
 * @param counts of instructions a request that are published
 */
export function updateMethodology(
  page: string,
  results: readonly PooledResult[],
  counts: readonly Stored<Counts>[] = [],
): string {
  const regions = {
    verdicts: verdictRules(),
    evidence: evidence(results),
    instructions: againstCpuTime(results, counts),
  }
  return Object.entries(regions).reduce((text, [region, contents]) => replaceRegion(text, region, contents), page)
}

/** One row a kind of verdict: its mark, what it means, and by what rule it is given. */
function verdictRules(): string {
  return table(
    ['verdict', 'mark', 'means', 'rule'],
    Object.entries(VERDICTS).map(([kind, { mark, meaning, rule }]) => [`\`${kind}\``, escaped(mark), meaning, rule]),
    ['left', 'left', 'left', 'left'],
  )
}

/** One row per scenario: when its servers were warm, how many trials settled, and how wide the ratios' intervals are. */
function evidence(results: readonly PooledResult[]): string {
  const header = [
    'scenario',
    'servers',
    'machines',
    'runs',
    'rounds',
    'warm after, s',
    'at most, s',
    'settled trials',
    'half width',
    'at most',
  ]
  const percent = (width: number) => `±${(width * 100).toFixed(1)}%`
  const rows = results.map(({ scenario, servers, machines, runs }) => {
    const warmUps = servers.flatMap(({ trials }) => trials.map(({ warmUp }) => warmUp))
    const seconds = warmUps.map((warmUp) => warmUp.seconds)
    const widths = servers.flatMap(({ summary }) => knownHalfWidth(summary?.ratioToBaseline ?? null) ?? [])
    return [
      inline(scenario),
      String(servers.length),
      String(machines),
      String(runs.length),
      String(runs.reduce((sum, { file }) => sum + file.rounds.length, 0)),
      statistics.median(seconds).toFixed(1),
      Math.max(...seconds).toFixed(1),
      `${warmUps.filter(({ settled }) => settled).length} of ${warmUps.length}`,
      widths.length > 0 ? percent(statistics.median(widths)) : '',
      widths.length > 0 ? percent(Math.max(...widths)) : '',
    ]
  })
  return table(header, rows)
}
