/** All that is made from the published results, and from nothing else. */
import type { Finding } from '../../shared/result/findings.ts'
import type { Published } from '../../shared/result/published.ts'
import type { StoredCounts } from '../../shared/result/stored-counts.ts'
import type { ThemeName } from '../drawing/theme.ts'
import { REPORT_PATH } from '../report/path.ts'
import { drawHeadline, headlinePath } from '../specs/headline.ts'
import { drawInstructions, instructionsPicture } from '../specs/instructions.ts'
import { chartsOf, drawChart, picturePath } from '../specs/pictures.ts'
import { drawSummary, summaryPath } from '../specs/summary.ts'
import { FINDINGS_PATH, findingsPage } from './findings.ts'
import { INSTRUCTIONS_PATH, instructionsPage } from './instructions.ts'
import type { Instrument, InstrumentPages } from './instrument.ts'
import { memoryPicture } from './memory.ts'
import { updateMethodology } from './methodology.ts'
import { INDEX_PATH, indexPage, pagePath, scenarioPage } from './pages.ts'
import { headlineOf, updateReadme } from './readme.ts'

const INSTRUCTIONS: Instrument = {
  path: INSTRUCTIONS_PATH,
  title: 'Instructions per request',
  sentence: 'what each server executes, a second measure that hardly moves with the machine',
}

const REPORT: Instrument = {
  path: REPORT_PATH,
  title: 'All of it in one page',
  sentence: 'sort, choose, and compare with any server; opens from disk and asks no host for anything',
}

const themeNames: ThemeName[] = ['light', 'dark']

/** The pages that hold generated regions among what is written by hand, by path from the repository's root. */
export const PAGES = ['README.md', 'METHODOLOGY.md'] as const

export type Pages = Record<(typeof PAGES)[number], string>

/**
 * Contents by path from the repository's root. Nothing is read or written.
 * @param published a result of each scenario that has one, in the order of the scenarios
 * @param pages as they stand
 * @param findings in frameworks
 * @param counts of instructions a request, of each scenario that has them
 * @param instruments that have results
 * @param report the page to look at, whole; null where there is none
 */
export async function publication(
  published: readonly Published[],
  pages: Pages,
  findings: readonly Finding[],
  counts: readonly StoredCounts[] = [],
  instruments: readonly InstrumentPages[] = [],
  report: string | null = null,
): Promise<Map<string, string>> {
  const results = published.map(({ result }) => result)
  const watched = results
    .map(({ scenario }) => scenario)
    .filter((scenario) => instruments.some(({ files }) => files.has(memoryPicture(scenario, 'light'))))
  const besides = counts.length > 0 ? [INSTRUCTIONS, ...instruments] : instruments
  const files = new Map([
    ['README.md', updateReadme(pages['README.md'], published, besides)],
    ['METHODOLOGY.md', updateMethodology(pages['METHODOLOGY.md'], results, counts)],
    [INDEX_PATH, indexPage(published, report === null ? besides : [REPORT, ...besides])],
    [FINDINGS_PATH, findingsPage(findings)],
    ...published.map((each): [string, string] => [pagePath(each.result.scenario), scenarioPage(each, watched)]),
    ...instruments.flatMap(({ files }) => [...files]),
  ])
  if (counts.length > 0) files.set(INSTRUCTIONS_PATH, instructionsPage(counts))
  if (report !== null) files.set(REPORT_PATH, report)
  const headline = headlineOf(published)
  for (const theme of themeNames) {
    if (headline) files.set(headlinePath(theme), await drawHeadline(headline.result, theme))
    if (results.length > 1) files.set(summaryPath(theme), await drawSummary(results, theme))
    for (const each of counts) {
      files.set(instructionsPicture(each.counts.scenario, theme), await drawInstructions(each.counts, theme))
    }
    for (const result of results) {
      for (const chart of chartsOf(result, watched.includes(result.scenario))) {
        files.set(picturePath(result.scenario, chart, theme), await drawChart(chart, result, theme))
      }
    }
  }
  return files
}
