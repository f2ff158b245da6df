/** The claims of a scenario: its page's first sentence, and its chart's title. */
import { inWords, listed, plural } from '../../shared/basics/text.ts'
import type { ServerResult } from '../../shared/format/format.ts'
import { comparedOf, isBound, leadersAmong } from '../../shared/results/compared.ts'
import { kindsOf, type PooledResult } from '../../shared/results/pooled-result.ts'
import { rankedOf } from '../../shared/results/summary.ts'
import { scenarios, titleOf } from '../../shared/scenarios/scenarios.ts'
import {
  extremesOf,
  factorText,
  LEAST_PROCESSES,
  roundedToInterval,
} from '../../shared/stats/claims.ts'
import type { Estimate } from '../../shared/stats/estimate.ts'
import { ratioFrom } from '../../shared/stats/intervals.ts'
import { runtimeTitles } from '../text/conditions.ts'
import { frameworksOf } from './short-list.ts'

const namesOf = (servers: readonly ServerResult[]) => servers.map(({ name }) => name)

/** Returns the first sentence: about all compared servers, whatever the chart shows; null without a ranked one. */
export function scenarioLead(result: PooledResult): string | null {
  const [ranked, compared] = [rankedOf(result), comparedOf(result)]
  if (ranked.length === 0) return null
  const start = `${titleOf(result.scenario)}: ${comparedText(compared, ranked, kindsOf(result).length > 1)}`
  const extremes = extremesOf(namesOf(compared), result.contrast)
  if (!extremes)
    return compared.length > 1 ? `${start}, with no significant difference between them` : start
  const least = compared.filter(({ name }) => extremes.least.includes(name)).toReversed()
  const { servers, areKnown } = leadersAmong(compared, result.contrast)
  const most = areKnown
    ? `${ratioText(servers)} (${tiedText(servers)})`
    : `at least ${ratioText(servers)}`
  const bound = servers.find(isBound)
  const limit = bound ? `; some, such as ${bound.displayName}, were not at their limit` : ''
  return `${start} handle ${ratioText(least)} (${tiedText(least)}) to ${most} times the requests/s of ${result.details.baseline}${limit}`
}

/** Names the set, and what the ranked servers outside it lack. */
function comparedText(
  { length: compared }: readonly ServerResult[],
  { length: ranked }: readonly ServerResult[],
  areKinds: boolean,
): string {
  if (compared === ranked) return plural(ranked, 'ranked server')
  const kinds = areKinds ? ' on several kinds of machines' : ''
  return `${compared} of ${plural(ranked, 'ranked server')}, measured in at least ${inWords(LEAST_PROCESSES)} processes${kinds},`
}

const ratioText = ([first]: readonly ServerResult[]) =>
  roundedToInterval(first?.summary?.ratioToBaseline as Estimate)

/** Names the first server, and those tied with it. */
function tiedText([first, ...tied]: readonly ServerResult[]): string {
  const name = first?.displayName ?? ''
  if (tied.length === 0) return name
  const others =
    tied.length > 2 ? `${tied.length} more` : listed(tied.map(({ displayName }) => displayName))
  return `${name}, tied with ${others}`
}

/** A framework that most readers know. */
const WELL_KNOWN = 'express'

/**
 * Returns the title of the chart: the fastest of the frameworks shown on the baseline's runtime, over a well-known and over the
 * slowest one.
 * @param short the result, reduced to the servers of the chart
 */
export function chartTitle(short: PooledResult): string {
  const title = titleOf(short.scenario)
  const frameworks = frameworksOf(short)
  const [leader, last] = [frameworks[0], frameworks.at(-1)]
  if (!leader || !last || leader === last)
    return `${title}: ${plural(short.subjects.length, 'server')}`
  const runtime = runtimeTitles[leader.runtime] ?? leader.runtime
  const set = `of the ${frameworks.length} ${runtime} frameworks shown with a router`
  const leaders = leadersAmong(frameworks, short.contrast)
  if (leaders.servers.includes(last))
    return `${title}: no significant difference between the slowest and the fastest ${set}`
  const named = (server: ServerResult, ending = '') =>
    `${server.displayName}${ending}${validatorText(server, short.scenario)}`
  const wellKnown = frameworks.find(
    (server) => server.name === WELL_KNOWN && !leaders.servers.includes(server) && server !== last,
  )
  const factors = [wellKnown, last].flatMap((other) => {
    const factor = other && !isBound(other) && factorOver(leader, other, short)
    return factor ? [`${factor}× ${named(other, '’s')}`] : []
  })
  if (!leaders.areKnown)
    return factors.length > 0
      ? `${title}: ${named(leader)} handles at least ${listed(factors)} requests/s`
      : `${title}: ${plural(short.subjects.length, 'server')}`
  const best = leaders.servers.map((server) => named(server))
  const handle = best.length > 1 ? `${listed(best)}, tied, handle` : `${best[0]} handles`
  return `${title}: ${handle} the most requests ${set}${factors.length > 0 ? `, ${listed(factors)}` : ''}`
}

/** Names what validates, unless it is hand-written or the scenario validates nothing: such servers differ in this too. */
function validatorText({ details: { validation } }: ServerResult, scenario: string): string {
  if (!(scenarios.get(scenario)?.validates ?? true) || validation.by === 'hand-written') return ''
  return ` (${validation.library ?? 'its own validation'})`
}

function factorOver(
  leader: ServerResult,
  other: ServerResult,
  { contrast }: PooledResult,
): string | null {
  const difference = contrast(leader.name, other.name)
  return difference && factorText(ratioFrom(difference))
}
