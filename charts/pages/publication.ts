/** Everything that is made from the published results. */
import type { Finding } from '../../shared/results/findings.ts'
import { HEALTH_FILE, healthFile } from '../../shared/results/health.ts'
import type { Published } from '../../shared/results/published.ts'
import { FINDINGS_PATH, INDEX_PATH, pagePath, REPORT_PATH } from '../text/paths.ts'
import { DOCS, updateDoc } from './docs.ts'
import { findingsPage } from './findings.ts'
import { type Instrument, type InstrumentPages, indexPage, scenarioPage } from './pages.ts'
import { drawAll, scenarioChart } from './pictures.ts'
import { updateReadme, withInstruments } from './readme.ts'

const REPORT: Instrument = {
  path: REPORT_PATH,
  title: 'Interactive report',
  sentence: 'sort, filter, and compare with any server; one file that works offline',
}

/** Hand-written pages with generated regions: paths from the repository's root. */
export const PAGES: readonly string[] = ['README.md', ...DOCS]

/** Their current contents, by path. */
export type Pages = Readonly<Record<string, string>>

/**
 * Returns contents by path from the repository's root. Reads and writes no files, and so can be tested.
 * @param published in the order of the scenarios
 * @param pages all of `PAGES`
 * @param report the report's HTML; null for none
 * @param articles their pages and charts, by path
 */
export async function publication(
  published: readonly Published[],
  pages: Pages,
  findings: readonly Finding[],
  instruments: readonly InstrumentPages[] = [],
  report: string | null = null,
  articles: ReadonlyMap<string, string> = new Map(),
): Promise<Map<string, string>> {
  const results = published.map(({ result }) => result)
  const pictures = results.flatMap((result) => scenarioChart(result) ?? [])
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
    ...articles,
  ])
}
