/** METHODOLOGY's regions: the rules of verdicts, and the method at work in the published results. */

import * as statistics from 'simple-statistics'
import type { Result, ServerResult, Trial } from '../../shared/result/format.ts'
import { halfWidth, knownHalfWidth, ratioInterval } from '../../shared/result/intervals.ts'
import { rateOf } from '../../shared/result/rates.ts'
import { relativeRates } from '../../shared/result/ratios.ts'
import { repeatsOf } from '../../shared/result/repeats.ts'
import type { StoredCounts } from '../../shared/result/stored-counts.ts'
import { VERDICTS } from '../../shared/result/verdicts.ts'
import { blocks, escaped, inline, table } from '../text/markdown.ts'
import { designTable, goalsText, timeTable } from './design.ts'
import { disturbanceText } from './disturbances.ts'
import { againstCpuTime } from './instructions.ts'
import { attributionRules } from './profile-rules.ts'
import { replaceRegion } from './regions.ts'

/**
 * @param results all that are published, in the order of the scenarios
 * @param counts of instructions a request that are published
 */
export function updateMethodology(
  page: string,
  results: readonly Result[],
  counts: readonly StoredCounts[] = [],
): string {
  const shown = results.find(isByTurns)
  // What differs between repeats does not shrink with their rounds.
  const single = results.find((result) => isByTurns(result) && repeatsOf(result).length === 1)
  const regions = {
    verdicts: verdictRules(),
    reference: references(results),
    time: timeTable(results),
    design: single ? named(single, blocks(designTable(single), goalsText(single))) : '',
    disturbances: disturbanceText(results),
    evidence: shown ? named(shown, evidence(shown)) : '',
    instructions: againstCpuTime(results, counts),
    attribution: attributionRules(),
  }
  return Object.entries(regions).reduce((text, [region, contents]) => replaceRegion(text, region, contents), page)
}

/** Whether its trials were made of turns, the first of which are the warm-up, as they have been since version 6. */
function isByTurns({ servers }: Result): boolean {
  return servers.some(({ trials }) => trials.some(({ slices }) => slices.some(({ warmUp }) => warmUp)))
}

/** A table that is made of one result alone. */
function named({ scenario }: Result, table: string): string {
  return `Of ${inline(`\`${scenario}\``)}:\n\n${table}`
}

/** One row a kind of verdict: its mark, what it means, and by what rule it is given. */
function verdictRules(): string {
  return table(
    ['verdict', 'mark', 'means', 'rule'],
    Object.entries(VERDICTS).map(([kind, { mark, meaning, rule }]) => [`\`${kind}\``, escaped(mark), meaning, rule]),
    ['left', 'left', 'left', 'left'],
  )
}

/** One row a scenario: how sure the ratios are, by what a trial is compared with. */
function references(results: readonly Result[]): string {
  const grouped = results.filter(({ rounds }) => rounds.length > 1 && rounds.every((groups) => groups.length > 1))
  const percent = (width: number) => `±${(width * 100).toFixed(1)}%`
  return table(
    ['scenario', 'rounds', 'the baseline alone', 'all servers of the group'],
    grouped.map((result) => [
      inline(result.scenario),
      String(result.rounds.length),
      percent(median(widthsByBaseline(result))),
      percent(median(widthsShown(result))),
    ]),
    ['left', 'right', 'right', 'right'],
  )
}

/** Each trial over the baseline's of its group and round, and Student's interval of each server by itself. */
function widthsByBaseline({ servers, baseline }: Result): number[] {
  const reference = servers.find(({ name }) => name === baseline)?.trials ?? []
  return servers.flatMap(({ name, summary, trials }) => {
    const estimate = ratioInterval([...relativeRates(trials, reference).values()])
    return summary && estimate && name !== baseline ? [halfWidth(estimate)] : []
  })
}

function widthsShown({ servers }: Result): number[] {
  return servers.flatMap(({ summary }) => knownHalfWidth(summary?.ratioToBaseline ?? null) ?? [])
}

/**
 * One row a server: how long it took to be warm, whether the first slice was like the rest, how sure its ratio is, and in how much
 * of its time the load generator found something to do, where it tells: of one that polls the CPU says nothing.
 */
function evidence(result: Result): string {
  const servers = result.servers.filter(({ summary }) => summary)
  const header = [
    'server',
    'warm after, s',
    'rounds that settled',
    'first slice / the others',
    `interval of the ratio to ${inline(result.baseline)}`,
    'generator found work, % of its time',
  ]
  return blocks(
    table(
      header,
      servers.map(row),
      header.map((_, i) => (i === 0 ? 'left' : 'right')),
    ),
    firstSliceText(servers),
  )
}

/** What the first slices make of the rates, by leaving them out; nothing where there is no server. */
function firstSliceText(servers: readonly ServerResult[]): string {
  const changes = servers
    .map(({ displayName, trials }) => ({ displayName, change: median(trials.map(withoutFirst)) - 1 }))
    .filter(({ change }) => Number.isFinite(change))
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
  const [most] = changes
  if (!most) return ''
  const percent = (change: number) => {
    const text = Math.abs(change * 100).toFixed(1)
    return `${Number(text) === 0 ? '' : change < 0 ? '−' : '+'}${text}%`
  }
  const middle = median(changes.map(({ change }) => change))
  return `Without their first slices the rates of the servers would differ by ${percent(middle)} in the median and by ${percent(most.change)} at the most (${inline(most.displayName)}).`
}

/** The mean rate of the slices behind the first one, over that of all. */
function withoutFirst(trial: Trial): number {
  const [first = Number.NaN, ...rest] = firstLoad(trial).map(rateOf)
  const sum = rest.reduce((total, rate) => total + rate, 0)
  return sum / rest.length / ((first + sum) / (rest.length + 1))
}

function row(server: ServerResult): string[] {
  const { trials, summary } = server
  const width = knownHalfWidth(summary?.ratioToBaseline ?? null)
  const work = trials.flatMap(({ generator }) => generator.eventLoopPercent ?? [])
  return [
    inline(server.displayName),
    median(trials.map(({ warmUp }) => warmUp.seconds)).toFixed(1),
    `${trials.filter(({ warmUp }) => warmUp.settled).length} of ${trials.length}`,
    median(trials.map(firstToRest)).toFixed(3),
    width === null ? '' : `±${(width * 100).toFixed(1)}%`,
    work.length === trials.length ? median(work).toFixed(0) : '',
  ]
}

/** Requests/s of the first slice over the mean of those after it, of the first load. */
function firstToRest(trial: Trial): number {
  const [first = Number.NaN, ...rest] = firstLoad(trial).map(rateOf)
  return first / (rest.reduce((sum, rate) => sum + rate, 0) / rest.length)
}

/** The slices of the first load that count. */
function firstLoad({ slices, second }: Trial): Trial['slices'] {
  return slices.filter(({ pipelining, warmUp }) => !warmUp && (second === null || pipelining !== second.pipelining))
}

function median(values: number[]): number {
  return values.length > 0 ? statistics.median(values) : Number.NaN
}
