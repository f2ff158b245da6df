/** The README's generated regions. All else in it is written by hand and left alone. */
import { behavioursTable } from './behaviours.ts'
import { compareExample } from './compare-example.ts'
import { disclosureTable } from './disclosure.ts'
import { measuredText, resultPathIn } from './measured.ts'
import { chartsText, MAIN_SCENARIO, type Published, scenariosText } from './pages.ts'
import { regionContents, replaceRegion } from './regions.ts'
import { pageTable } from './table.ts'

const regions: Record<string, (main: Published) => string> = {
  charts: ({ result }) => chartsText(result),
  table: ({ result }) => pageTable(result),
  measured: ({ result, path }) => measuredText(result, path),
  'compare-example': compareExample,
  disclosure: ({ result }) => disclosureTable(result),
  behaviours: ({ result }) => behavioursTable(result),
}

/** @param published of each scenario that has a result; without the main one its regions stay as they are */
export function updateReadme(readme: string, published: readonly Published[]): string {
  const overview = replaceRegion(readme, 'scenarios', scenariosText(published))
  const main = published.find(({ result }) => result.scenario === MAIN_SCENARIO)
  if (!main) return overview
  return Object.entries(regions).reduce(
    (page, [region, generate]) => replaceRegion(page, region, generate(main)),
    overview,
  )
}

/** The result file whose figures the README shows, or null where none is published yet. */
export function publishedResultPath(readme: string): string | null {
  return resultPathIn(regionContents(readme, 'measured'))
}
