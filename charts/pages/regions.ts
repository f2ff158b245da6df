/** Generated regions of hand-written pages. A page shows those whose markers it has. */
import { dirname } from 'node:path'
import { CAVEATS } from '../../shared/results/caveats.ts'
import type { Findings } from '../../shared/results/findings.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import type { Published } from '../../shared/results/published.ts'
import { titleOf } from '../../shared/scenarios/scenarios.ts'
import { SPREAD } from '../../shared/stats/pool.ts'
import { pictureText } from '../draw/pictures.ts'
import { withWithdrawn } from '../text/conditions.ts'
import { blocks, columnsTable, holdsRegion, inline, replaceRegion } from '../text/markdown.ts'
import { pagePath, REPORT_PATH, SITE_REPORT } from '../text/paths.ts'
import { headlineText, overviewTable, picksText } from './headline.ts'
import { heatMap } from './heat-map.ts'
import type { ListedPage } from './index-page.ts'
import { letsThroughText } from './lets-through.ts'
import { conditionsText, transferText } from './machines.ts'

const README = 'README.md'

/** Pages with regions: paths from the repository's root. */
export const PAGES = [
  README,
  'docs/articles/claims.md',
  'docs/articles/imports.md',
  'docs/articles/machines.md',
  'docs/caveats.md',
  'docs/statistics.md',
]

/** Scenario of README's first screen. */
export const HEADLINE = 'update-user'

/** Contents by name. */
export type Regions = Readonly<Record<string, string>>

/**
 * Returns all regions; those of an unpublished scenario are empty.
 * @param homepage address of the site, which ends with `/`; default: README links files of the checkout
 */
export function regionsOf(
  published: readonly Published[],
  listed: readonly ListedPage[] = [],
  homepage?: string,
  findings: Findings = { present: [], past: [] },
): Regions {
  const main = published.find(({ result }) => result.scenario === HEADLINE)
  const textOf = (text: (result: PooledResult) => string) => (main ? text(main.result) : '')
  const ofPages: Regions = Object.assign({}, ...listed.map(({ regions }) => regions))
  const regions = {
    scenarios: published
      .map(({ result }) => `[${titleOf(result.scenario)}](${dirname(pagePath(result.scenario))})`)
      .join(' · '),
    report: reportText(published, homepage),
    conditions: textOf(conditionsText),
    headline: textOf(headlineText),
    table: textOf(overviewTable),
    picks: textOf((result) => picksText(result, ofPages['fastest-validators'])),
    'lets-through': textOf((result) => letsThroughText(result, findings)),
    transfer: main ? withWithdrawn(transferText(main.result), [main]) : '',
    caveats: caveatRules(),
    assumption: assumptionText(),
    ...ofPages,
  }
  const isLinked = ({ path }: ListedPage) =>
    Object.values(regions).some((text) => text.includes(`](${dirname(path)}`))
  const links = listed
    .filter((page) => page.path !== REPORT_PATH && !isLinked(page))
    .map(({ path, title }) => `[${title}](${dirname(path)})`)
  return { ...regions, probes: links.join(' · ') }
}

/** Shows and links the report: GitHub shows the file of a repository as source. */
function reportText(published: readonly Published[], homepage?: string): string {
  const report = heatMap(published)
  const link = homepage === undefined ? REPORT_PATH : `${homepage}${SITE_REPORT}`
  return blocks(
    report ? `<a href="${link}">\n${pictureText(report, README)}\n</a>` : '',
    `The [report](${link}) sorts, filters and compares all results${homepage === undefined ? ': download it' : ''}.`,
  )
}

/** Returns the page with its regions filled. Throws where the markers of one are not a pair. */
export function withRegions(page: string, regions: Regions): string {
  return Object.entries(regions)
    .filter(([region]) => holdsRegion(page, region))
    .reduce((text, [region, contents]) => replaceRegion(text, region, contents), page)
}

/** One row per kind of caveat. */
function caveatRules(): string {
  return columnsTable(Object.entries(CAVEATS), [
    ['caveat', ([kind]) => `\`${kind}\``],
    ['mark', ([, { mark }]) => inline(mark), 'left'],
    ['meaning', ([, { meaning }]) => meaning, 'left'],
    ['rule', ([, { rule }]) => rule, 'left'],
  ])
}

/** States the variances between machines. */
function assumptionText(): string {
  const { level, addition, runtime, own } = SPREAD
  const percent = (share: number) => `${Number((100 * share).toFixed(1))}%`
  const row = (what: string, by: typeof level, text: (value: number) => string) =>
    `| ${what} | ${text(by.kind)} | ${text(by.machine)} |`
  return [
    '| standard deviation of | from kind to kind | between machines of a kind |',
    '| :- | -: | -: |',
    row('the factor on all times', level, percent),
    row('the time added per request', addition, (value) => `${value} µs`),
    row('a runtime’s factor', runtime, percent),
    row('a server’s own factor', own, percent),
  ].join('\n')
}
