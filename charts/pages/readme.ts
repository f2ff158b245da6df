/** README's generated regions. All else in it is written by hand and left alone. */

import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { haveSameRuntime, type Published } from '../../shared/results/published.ts'
import { blocks, holdsRegion, replaceRegion } from '../text/markdown.ts'
import { pagePath } from '../text/paths.ts'
import { headlineText, matterText, shortTable } from './headline.ts'
import { transferText } from './machines.ts'
import { type Instrument, scenariosText } from './pages.ts'
import { reasonsText } from './reasons.ts'
import { withWithdrawn } from './table.ts'

/** The scenario that README's first screen shows. */
const HEADLINE = 'update-user'
/** Beside it in the table, since a larger body tells validators apart. */
const LARGER = 'update-account'

const regions: Record<string, (shown: Published, larger?: PooledResult) => string> = {
  headline: ({ result }) => headlineText(result, pagePath(result.scenario)),
  table: (shown, larger) =>
    withWithdrawn(blocks(shortTable(shown.result, shown.beside, larger), transferText(shown.result)), [shown]),
  reasons: ({ result }) => reasonsText(result),
  matter: ({ result }) => matterText(result),
}

/** The result that README's first screen shows, where one is published. */
export function headlineOf(published: readonly Published[]): Published | undefined {
  return published.find(({ result }) => result.scenario === HEADLINE)
}

/**
 * @param published a result of each scenario that has one; regions of a scenario without one are empty
 * @param instruments besides, which have pages of their own
 */
export function updateReadme(
  readme: string,
  published: readonly Published[],
  instruments: readonly Instrument[] = [],
): string {
  const shown = headlineOf(published)
  const larger = published.map(({ result }) => result).find(({ scenario }) => scenario === LARGER)
  const comparable = shown && larger && haveSameRuntime(shown.result, larger) ? larger : undefined
  const overview = replaceRegion(
    replaceRegion(readme, 'scenarios', scenariosText(published)),
    'instruments',
    instruments.map(({ path, title }) => `[${title}](${path})`).join(' · '),
  )
  return Object.entries(regions).reduce(
    (page, [region, generate]) => replaceRegion(page, region, shown ? generate(shown, comparable) : ''),
    withInstruments(overview, instruments),
  )
}

/** A page with those of its regions made anew that instruments fill. */
export function withInstruments(page: string, instruments: readonly Instrument[]): string {
  return instruments
    .flatMap(({ regions = {} }) => Object.entries(regions))
    .filter(([region]) => holdsRegion(page, region))
    .reduce((text, [region, contents]) => replaceRegion(text, region, contents), page)
}
