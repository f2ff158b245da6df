/** Everything that is made from the published results. */

import { HEALTH_FILE, healthFile } from '../../shared/format/health.ts'
import { DURATIONS_FILE, durationsFile } from '../../shared/results/durations.ts'
import type { Findings } from '../../shared/results/findings.ts'
import type { Published } from '../../shared/results/published.ts'
import { drawAll, scenarioChart } from '../draw/pictures.ts'
import { FINDINGS_PATH, INDEX_PATH, pagePath } from '../text/paths.ts'
import { findingsPage } from './findings.ts'
import { heatMap } from './heat-map.ts'
import { indexPage, type ListedPage } from './index-page.ts'
import { HEADLINE, PAGES, regionsOf, withRegions } from './regions.ts'
import { pagePicture, scenarioPage } from './scenario-page.ts'

/** Current contents of hand-written pages, by path. */
export type Pages = Readonly<Record<string, string>>

/**
 * Returns contents by path from the repository's root. Reads and writes no files, and so can be tested.
 * @param published in the order of the scenarios
 * @param pages all of `PAGES`
 * @param listed pages beside those of scenarios, in the order of the index
 * @param homepage as of `regionsOf`
 */
export function publication(
  published: readonly Published[],
  pages: Pages,
  findings: Findings,
  listed: readonly ListedPage[] = [],
  homepage?: string,
): Map<string, string> {
  const results = published.map(({ result }) => result)
  const regions = regionsOf(published, listed, homepage, findings)
  const ofReadme = results.filter(({ scenario }) => scenario === HEADLINE).map(scenarioChart)
  const pictures = [...results.map(pagePicture), ...ofReadme, heatMap(published)].filter(
    (picture) => picture !== null,
  )
  return new Map([
    ...PAGES.map((path): [string, string] => [path, withRegions(pages[path] ?? '', regions)]),
    [INDEX_PATH, indexPage(published, listed)],
    [FINDINGS_PATH, findingsPage(findings)],
    [
      HEALTH_FILE,
      healthFile(
        results.flatMap(({ runs }) =>
          runs.map(({ file: { environment, details } }) => ({ environment, ...details })),
        ),
      ),
    ],
    [DURATIONS_FILE, durationsFile(results.flatMap(({ runs }) => runs.map(({ file }) => file)))],
    ...published.map((each): [string, string] => [
      pagePath(each.result.scenario),
      scenarioPage(each, results),
    ]),
    ...listed.flatMap(({ files }) => [...files]),
    ...drawAll(pictures),
  ])
}
