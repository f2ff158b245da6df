import type { Result } from '../bench/result.ts'
import { charts, drawChart, picturePath } from './pictures.ts'
import { updateReadme } from './readme.ts'
import type { ThemeName } from './theme.ts'

const themeNames: ThemeName[] = ['light', 'dark']

/**
 * All that is made from a result: contents by path from the repository's root. Nothing is read or written.
 * @param resultPath from the repository's root
 */
export async function publication(result: Result, resultPath: string, readme: string): Promise<Map<string, string>> {
  const files = new Map([['README.md', updateReadme(readme, result, resultPath.replaceAll('\\', '/'))]])
  for (const chart of charts) {
    for (const theme of themeNames) {
      files.set(picturePath(result.scenario, chart, theme), await drawChart(chart, result, theme))
    }
  }
  return files
}
