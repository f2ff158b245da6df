/** All that is made from the published results, and from nothing else. */
import type { Finding } from '../../shared/results/findings.ts'
import { HEALTH_FILE, healthFile } from '../../shared/results/health.ts'
import type { Published } from '../../shared/results/published.ts'
import { FINDINGS_PATH, INDEX_PATH, pagePath, REPORT_PATH } from '../text/paths.ts'
import { DOCS, updateDoc } from './docs.ts'
import { findingsPage } from './findings.ts'
import { headlinePicture } from './headline.ts'
import { type Instrument, type InstrumentPages, indexPage, scenarioChart, scenarioPage } from './pages.ts'
import { drawAll } from './pictures.ts'
import { headlineOf, updateReadme, withInstruments } from './readme.ts'

const REPORT: Instrument = {
  path: REPORT_PATH,
  title: 'All of it in one page',
  sentence: 'sort, choose, and compare with any server; opens from disk and asks no host for anything',
}

/** Pages written by hand that hold generated regions: paths from the repository's root. */
export const PAGES: readonly string[] = ['README.md', ...DOCS]

/** Their contents as they stand, by path. */
export type Pages = Readonly<Record<string, string>>

/**
 * Contents by path from the repository's root. Nothing is read or written.
 * @param published a result of each scenario that has one, in the order of the scenarios
 * @param pages all of `PAGES`
 * @param findings in frameworks
 * @param instruments that have results
 * @param report the page to look at, whole; null where there is none
 */
export async function publication(
  published: readonly Published[],
  pages: Pages,
  findings: readonly Finding[],
  instruments: readonly InstrumentPages[] = [],
  report: string | null = null,
): Promise<Map<string, string>> {
  const results = published.map(({ result }) => result)
  const headline = headlineOf(published)
  const pictures = [
    ...(headline ? [headlinePicture(headline.result)] : []),
    ...results.flatMap((result) => scenarioChart(result) ?? []),
  ]
  return new Map([
    ['README.md', updateReadme(pages['README.md'] ?? '', published, instruments)],
    ...DOCS.map((path): [string, string] => [
      path,
      withInstruments(updateDoc(path, pages[path] ?? '', results), instruments),
    ]),
    [INDEX_PATH, indexPage(published, report === null ? instruments : [REPORT, ...instruments])],
    [FINDINGS_PATH, findingsPage(findings)],
    [HEALTH_FILE, healthFile(results.flatMap(({ runs }) => runs.map(({ file }) => file)))],
    ...published.map((each): [string, string] => [pagePath(each.result.scenario), scenarioPage(each, instruments)]),
    ...instruments.flatMap(({ files }) => [...files]),
    ...(report === null ? [] : [[REPORT_PATH, report] as [string, string]]),
    ...(await drawAll(pictures)),
  ])
}
