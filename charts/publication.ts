import type { Result } from '../bench/result.ts'
import { updateMethodology } from './methodology.ts'
import { chartsOf, drawChart, pictureFolder, picturePath } from './pictures.ts'
import { updateReadme } from './readme.ts'
import type { ThemeName } from './theme.ts'

const themeNames: ThemeName[] = ['light', 'dark']

/** The pages that hold generated regions, by path from the repository's root. */
export const PAGES = ['README.md', 'METHODOLOGY.md'] as const

export type Pages = Record<(typeof PAGES)[number], string>

/**
 * All that is made from a result: contents by path from the repository's root. Nothing is read or written.
 * @param resultPath from the repository's root
 * @param pages as they stand
 */
export async function publication(result: Result, resultPath: string, pages: Pages): Promise<Map<string, string>> {
  const files = new Map([
    ['README.md', updateReadme(pages['README.md'], result, resultPath.replaceAll('\\', '/'))],
    ['METHODOLOGY.md', updateMethodology(pages['METHODOLOGY.md'], result)],
  ])
  for (const chart of chartsOf(result)) {
    for (const theme of themeNames) {
      files.set(picturePath(result.scenario, chart, theme), await drawChart(chart, result, theme))
    }
  }
  return files
}

/**
 * Files of the scenario's pictures that a publication does not hold, since their charts are gone.
 * @param present names of the files in `pictureFolder`
 * @returns paths from the repository's root
 */
export function leftovers(scenario: string, files: ReadonlyMap<string, string>, present: readonly string[]): string[] {
  return present.map((name) => `${pictureFolder(scenario)}/${name}`).filter((path) => !files.has(path))
}
