/** The README's generated regions. All else in it is written by hand and left alone. */
import type { Result } from '../bench/result.ts'
import { behavioursTable } from './behaviours.ts'
import { attribute, blocks } from './markdown.ts'
import { measuredText, resultPathIn } from './measured.ts'
import { chartsOf, picturePath } from './pictures.ts'
import { regionContents, replaceRegion } from './regions.ts'
import { finding } from './rows.ts'
import { resultTable } from './table.ts'

const regions = {
  charts: chartsText,
  table: resultTable,
  measured: measuredText,
  behaviours: behavioursTable,
} satisfies Record<string, (result: Result, resultPath: string) => string>

/** @param resultPath from the repository's root, with forward slashes */
export function updateReadme(readme: string, result: Result, resultPath: string): string {
  return Object.entries(regions).reduce(
    (page, [region, generate]) => replaceRegion(page, region, generate(result, resultPath)),
    readme,
  )
}

/** The result file whose figures a README shows, or null where none is published yet. */
export function publishedResultPath(readme: string): string | null {
  return resultPathIn(regionContents(readme, 'measured'))
}

function chartsText(result: Result): string {
  return blocks(
    ...chartsOf(result).map((chart) => {
      const [light, dark] = [picturePath(result.scenario, chart, 'light'), picturePath(result.scenario, chart, 'dark')]
      return [
        '<picture>',
        `  <source media="(prefers-color-scheme: dark)" srcset="${dark}">`,
        `  <img alt="${attribute(finding(chart.title, chart.rows(result)))}" src="${light}">`,
        '</picture>',
      ].join('\n')
    }),
  )
}
