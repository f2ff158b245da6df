/** Generated regions of hand-written pages. A page shows those whose markers it has. */
import { dirname } from 'node:path'
import { CAVEATS } from '../../shared/results/caveats.ts'
import type { Published } from '../../shared/results/published.ts'
import { PRIOR } from '../../shared/stats/pool.ts'
import { pictureText } from '../draw/pictures.ts'
import { withWithdrawn } from '../text/conditions.ts'
import { escaped, holdsRegion, replaceRegion, table } from '../text/markdown.ts'
import { pagePath, REPORT_PATH } from '../text/paths.ts'
import { headlineText, overviewTable } from './headline.ts'
import { heatMap } from './heat-map.ts'
import { transferText } from './machines.ts'
import { type Instrument, nodesOf, otherNode, scenarioLinks } from './pages.ts'
import { likeForLike } from './picks.ts'
import { reasonsText } from './reasons.ts'

/** Pages with regions: paths from the repository's root. */
export const PAGES = ['README.md', 'docs/caveats.md', 'docs/statistics.md']

/** Scenario of README's first screen. */
const HEADLINE = 'update-user'

/** Contents by name. */
export type Regions = Readonly<Record<string, string>>

/**
 * Returns all regions; those of an unpublished scenario are empty.
 * @param instruments that have pages
 */
export function regionsOf(
  published: readonly Published[],
  instruments: readonly Instrument[] = [],
): Regions {
  const shown = published.find(({ result }) => result.scenario === HEADLINE)
  const [usual] = shown ? nodesOf([shown.result]) : []
  const report = heatMap(published)
  const own: Regions = Object.assign({}, ...instruments.map(({ regions }) => regions))
  const regions = {
    scenarios: scenarioLinks(published),
    report: report ? `<a href="${REPORT_PATH}">\n${pictureText(report, 'README.md')}\n</a>` : '',
    headline: shown
      ? headlineText(shown.result, pagePath(HEADLINE), own['fastest-validators'])
      : '',
    table: shown ? overviewTable(shown.result) : '',
    transfer: shown ? withWithdrawn(transferText(shown.result), [shown]) : '',
    reasons: shown ? reasonsText(shown.result) : '',
    'with-zod': shown ? likeForLike(shown.result) : '',
    caveats: caveatRules(),
    assumption: assumptionText(),
    ...own,
  }
  const isLinked = ({ path }: Instrument) =>
    Object.values(regions).some((text) => text.includes(`](${dirname(path)}`))
  const links = instruments
    .filter((each) => !isLinked(each))
    .map(({ path, title, nodes = [] }) => `[${title}](${dirname(path)})${otherNode(nodes, usual)}`)
  return { ...regions, instruments: links.join(' · ') }
}

/** Returns the page with its regions filled. Throws where the markers of one are not a pair. */
export function withRegions(page: string, regions: Regions): string {
  return Object.entries(regions)
    .filter(([region]) => holdsRegion(page, region))
    .reduce((text, [region, contents]) => replaceRegion(text, region, contents), page)
}

/** One row per kind of caveat. */
function caveatRules(): string {
  return table(
    ['caveat', 'mark', 'meaning', 'rule'],
    Object.entries(CAVEATS).map(([kind, { mark, meaning, rule }]) => [
      `\`${kind}\``,
      escaped(mark),
      meaning,
      rule,
    ]),
    ['left', 'left', 'left', 'left'],
  )
}

/** States the prior on differences between machines. */
function assumptionText(): string {
  const percent = (share: number) => `${100 * share}%`
  return `Assumed standard deviations between machines: ${PRIOR.addition} µs for the constant, ${percent(PRIOR.alone)} for a server’s own deviation, and ${percent(PRIOR.slope)} for a difference in µs. Each assumption weighs as much as ${PRIOR.degreesOfFreedom} measured values.`
}
