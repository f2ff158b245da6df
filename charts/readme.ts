/** The README's generated regions. All else in it is written by hand and left alone. */
import type { Result } from '../bench/result.ts'
import { behavioursTable } from './behaviours.ts'
import { attribute, blocks } from './markdown.ts'
import { measuredText, resultPathIn } from './measured.ts'
import { charts, picturePath } from './pictures.ts'
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
  return Object.entries(regions).reduce((text, [region, generate]) => {
    const { start, end } = locate(text, region)
    return `${text.slice(0, start)}\n${generate(result, resultPath)}\n${text.slice(end)}`
  }, readme)
}

/** The result file whose figures a README shows, or null where none is published yet. */
export function publishedResultPath(readme: string): string | null {
  const { start, end } = locate(readme, 'measured')
  return resultPathIn(readme.slice(start, end))
}

/** Where a region's contents start and end. */
function locate(readme: string, region: string): { start: number; end: number } {
  const [begin, end] = [`<!-- bench:${region}:begin -->`, `<!-- bench:${region}:end -->`]
  for (const marker of [begin, end]) {
    const count = readme.split(marker).length - 1
    if (count !== 1) throw new Error(`README must hold the line "${marker}" once, and holds it ${count} times`)
  }
  const bounds = { start: readme.indexOf(begin) + begin.length, end: readme.indexOf(end) }
  if (bounds.end < bounds.start) throw new Error(`README holds "${end}" before "${begin}": put them in order`)
  return bounds
}

function chartsText(result: Result): string {
  return blocks(
    ...charts.map((chart) => {
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
