/** README's generated regions. */
import { dirname } from 'node:path'

import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { haveSameRuntime, type Published } from '../../shared/results/published.ts'
import { blocks, holdsRegion, replaceRegion } from '../text/markdown.ts'
import { pagePath } from '../text/paths.ts'
import { headlineText, matterText, shortTable } from './headline.ts'
import { transferText } from './machines.ts'
import { type Instrument, nodesOf, otherNode, scenariosText } from './pages.ts'
import { reasonsText } from './reasons.ts'
import { withWithdrawn } from './table.ts'

/** Scenario of README's first screen. */
const HEADLINE = 'update-user'
/** Scenario beside it in the table: validators differ more with a larger body. */
const LARGER = 'update-account'

const regions: Record<
  string,
  (shown: Published, larger: PooledResult | undefined, instruments: readonly Instrument[]) => string
> = {
  headline: ({ result }) => headlineText(result, pagePath(result.scenario)),
  table(shown, larger, instruments) {
    const own = instruments.flatMap(({ overview = [] }) => overview)
    return withWithdrawn(blocks(shortTable(shown.result, larger, own), transferText(shown.result)), [shown])
  },
  reasons: ({ result }) => reasonsText(result),
  matter: ({ result }) => matterText(result),
}

/** Returns the published result of README's first screen, if there is one. */
function headlineOf(published: readonly Published[]): Published | undefined {
  return published.find(({ result }) => result.scenario === HEADLINE)
}

/**
 * Returns README with its regions replaced; those of an unpublished scenario become empty.
 * @param instruments that have pages
 */
export function updateReadme(
  readme: string,
  published: readonly Published[],
  instruments: readonly Instrument[] = [],
): string {
  const shown = headlineOf(published)
  const [usual] = shown ? nodesOf([shown.result]) : []
  const larger = published.map(({ result }) => result).find(({ scenario }) => scenario === LARGER)
  const comparable = shown && larger && haveSameRuntime(shown.result, larger) ? larger : undefined
  const overview = replaceRegion(
    replaceRegion(readme, 'scenarios', scenariosText(published)),
    'instruments',
    instruments
      .map(({ path, title, nodes = [] }) => `[${title}](${dirname(path)})${otherNode(nodes, usual)}`)
      .join(' · '),
  )
  return Object.entries(regions).reduce(
    (page, [region, generate]) => replaceRegion(page, region, shown ? generate(shown, comparable, instruments) : ''),
    withInstruments(overview, instruments),
  )
}

/** Replaces the regions of a page that instruments fill. */
export function withInstruments(page: string, instruments: readonly Instrument[]): string {
  return instruments
    .flatMap(({ regions = {} }) => Object.entries(regions))
    .filter(([region]) => holdsRegion(page, region))
    .reduce((text, [region, contents]) => replaceRegion(text, region, contents), page)
}
