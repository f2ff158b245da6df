/** The claims of a scenario: its page's first sentence, and its chart's title. */
import { listed, plural } from '../../shared/basics/text.ts'
import type { ServerResult } from '../../shared/format/format.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { rankedOf } from '../../shared/results/summary.ts'
import { titleOf } from '../../shared/scenarios/scenarios.ts'
import { extremesOf, factorText, leadersOf, roundedToInterval } from '../../shared/stats/claims.ts'
import type { Estimate } from '../../shared/stats/estimate.ts'
import { ratioFrom } from '../../shared/stats/intervals.ts'
import { runtimeTitles } from '../text/conditions.ts'
import { frameworksOf } from './short-list.ts'

const namesOf = (servers: readonly ServerResult[]) => servers.map(({ name }) => name)

/** Returns the first sentence: about all ranked servers, whatever the chart shows; null without any. */
export function scenarioLead(result: PooledResult): string | null {
  const ranked = rankedOf(result)
  if (ranked.length === 0) return null
  const extremes = extremesOf(namesOf(ranked), result.contrast)
  const start = `${titleOf(result.scenario)}: ${plural(ranked.length, 'ranked server')}`
  if (!extremes)
    return ranked.length > 1 ? `${start}, with no significant difference between them` : start
  const end = (names: readonly string[]) => {
    const servers = names.flatMap((name) => ranked.find((server) => server.name === name) ?? [])
    const { summary } = servers[0] as ServerResult
    return `${roundedToInterval(summary?.ratioToBaseline as Estimate)} (${tiedText(servers)})`
  }
  return `${start} handle ${end(extremes.least)} to ${end(extremes.greatest)} times the requests/s of ${result.details.baseline}`
}

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
  const set = `of the ${frameworks.length} ${runtime} frameworks shown`
  const leaders = leadersOf(namesOf(frameworks), short.contrast)
  if (leaders.includes(last.name))
    return `${title}: no significant difference between the slowest and the fastest ${set}`
  const best = frameworks
    .filter(({ name }) => leaders.includes(name))
    .map(({ displayName }) => displayName)
  const handle = best.length > 1 ? `${listed(best)} (tied) handle` : `${best[0]} handles`
  const wellKnown = frameworks.find(
    ({ name }) => name === WELL_KNOWN && !leaders.includes(name) && name !== last.name,
  )
  const factors = [wellKnown, last].flatMap((other) => {
    const factor = other && factorOver(leader, other, short)
    return factor ? [`${factor}× ${other.displayName}’s`] : []
  })
  return `${title}: ${handle} the most requests ${set}${factors.length > 0 ? `, ${factors.join(' and ')}` : ''}`
}

function factorOver(
  leader: ServerResult,
  other: ServerResult,
  { contrast }: PooledResult,
): string | null {
  const difference = contrast(leader.name, other.name)
  return difference && factorText(ratioFrom(difference))
}
