/** README's generated regions. All else in it is written by hand and left alone. */
import type { Published } from '../../shared/result/published.ts'
import { chartsOf } from '../specs/pictures.ts'
import { relative } from '../specs/relative.ts'
import { compareExample } from './compare-example.ts'
import { blocks } from './markdown.ts'
import { chartText, pagePath, scenariosText } from './pages.ts'
import { replaceRegion } from './regions.ts'

/** The scenario that README's first screen shows. */
const HEADLINE = 'update-user'

/** What README shows of one result. */
const regions: Record<string, (shown: Published) => string> = {
  headline: ({ result }) =>
    blocks(
      ...chartsOf(result)
        .filter((chart) => chart === relative)
        .map((chart) => chartText(result, chart)),
      `[All charts and figures of \`${result.scenario}\`](${pagePath(result.scenario)})`,
    ),
  'compare-example': compareExample,
}

/** @param published a result of each scenario that has one; regions of a scenario without one are empty */
export function updateReadme(readme: string, published: readonly Published[]): string {
  const shown = published.find(({ result }) => result.scenario === HEADLINE)
  const overview = replaceRegion(readme, 'scenarios', scenariosText(published))
  return Object.entries(regions).reduce(
    (page, [region, generate]) => replaceRegion(page, region, shown ? generate(shown) : ''),
    overview,
  )
}
