/** Everything that is made from the published results. */

import { HEALTH_FILE, healthFile } from '../../shared/format/health.ts'
import type { Findings } from '../../shared/results/findings.ts'
import type { Published } from '../../shared/results/published.ts'
import { drawAll, scenarioChart } from '../draw/pictures.ts'
import { FINDINGS_PATH, INDEX_PATH, pagePath, REPORT_PATH } from '../text/paths.ts'
import { findingsPage } from './findings.ts'
import { heatMap } from './heat-map.ts'
import { type Instrument, type InstrumentPages, indexPage, scenarioPage } from './pages.ts'
import { PAGES, regionsOf, withRegions } from './regions.ts'

const REPORT: Instrument = {
  path: REPORT_PATH,
  title: 'Interactive report',
  sentence: 'sort, filter, and compare with any server; one file that works offline',
}

/** Current contents of hand-written pages, by path. */
export type Pages = Readonly<Record<string, string>>

/**
 * Returns contents by path from the repository's root. Reads and writes no files, and so can be tested.
 * @param published in the order of the scenarios
 * @param pages all of `PAGES`
 * @param report the report's HTML; null for none
 */
export function publication(
  published: readonly Published[],
  pages: Pages,
  findings: Findings,
  instruments: readonly InstrumentPages[] = [],
  report: string | null = null,
): Map<string, string> {
  const results = published.map(({ result }) => result)
  const regions = regionsOf(published, instruments)
  const pictures = [...results.map(scenarioChart), heatMap(published)].filter(
    (picture) => picture !== null,
  )
  return new Map([
    ...PAGES.map((path): [string, string] => [path, withRegions(pages[path] ?? '', regions)]),
    [INDEX_PATH, indexPage(published, report === null ? instruments : [REPORT, ...instruments])],
    [FINDINGS_PATH, findingsPage(findings)],
    [HEALTH_FILE, healthFile(results.flatMap(({ runs }) => runs.map(({ file }) => file)))],
    ...published.map((each): [string, string] => [
      pagePath(each.result.scenario),
      scenarioPage(each, results),
    ]),
    ...instruments.flatMap(({ files }) => [...files]),
    ...(report === null ? [] : [[REPORT_PATH, report] as [string, string]]),
    ...drawAll(pictures),
  ])
}
