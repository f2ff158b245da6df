import { scenarios } from '../../shared/scenarios/scenarios.ts'
import type { ThemeName } from '../drawing/theme.ts'
import { chartsOf, drawChart, pictureFolder, picturePath } from '../specs/pictures.ts'
import { drawSummary, summaryPath } from '../specs/summary.ts'
import { updateMethodology } from './methodology.ts'
import { MAIN_SCENARIO, type Published, pagePath, scenarioPage } from './pages.ts'
import { updateReadme } from './readme.ts'

const themeNames: ThemeName[] = ['light', 'dark']

/** The pages that hold generated regions among what is written by hand, by path from the repository's root. */
export const PAGES = ['README.md', 'METHODOLOGY.md'] as const

export type Pages = Record<(typeof PAGES)[number], string>

/**
 * All that is made from results: contents by path from the repository's root. Nothing is read or written.
 * @param published a result of each scenario that has one
 * @param pages as they stand
 */
export async function publication(published: readonly Published[], pages: Pages): Promise<Map<string, string>> {
  const order = [...scenarios.keys()]
  const results = published
    .map(({ result }) => result)
    .toSorted((a, b) => order.indexOf(a.scenario) - order.indexOf(b.scenario))
  const main = results.find(({ scenario }) => scenario === MAIN_SCENARIO)
  const files = new Map([['README.md', updateReadme(pages['README.md'], published)]])
  if (main) files.set('METHODOLOGY.md', updateMethodology(pages['METHODOLOGY.md'], main, results))
  for (const each of published) {
    if (each.result !== main) files.set(pagePath(each.result.scenario), scenarioPage(each))
  }
  for (const theme of themeNames) {
    if (results.length > 1) files.set(summaryPath(theme), await drawSummary(results, theme))
    for (const result of results) {
      for (const chart of chartsOf(result)) {
        files.set(picturePath(result.scenario, chart, theme), await drawChart(chart, result, theme))
      }
    }
  }
  return files
}

/**
 * Files of a scenario's folder that a publication does not hold, since their charts are gone.
 * @param present names of the files in `pictureFolder`
 * @returns paths from the repository's root
 */
export function leftovers(scenario: string, files: ReadonlyMap<string, string>, present: readonly string[]): string[] {
  return present.map((name) => `${pictureFolder(scenario)}/${name}`).filter((path) => !files.has(path))
}
