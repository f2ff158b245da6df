/** README's generated regions. All else in it is written by hand and left alone. */

import { compareServers } from '../../shared/result/compare.ts'
import { formats } from '../../shared/result/compare-report.ts'
import type { Published } from '../../shared/result/published.ts'
import { blocks, holdsRegion, replaceRegion } from '../text/markdown.ts'
import { pagePath } from '../text/paths.ts'
import { headlineText, matterText, shortTable } from './headline.ts'
import { fullRunText } from './measured.ts'
import { type Instrument, scenariosText } from './pages.ts'
import { reasonsText } from './reasons.ts'
import { withWithdrawn } from './table.ts'

/** The scenario that README's first screen shows. */
const HEADLINE = 'update-user'

/** What README shows of one result. */
const regions: Record<string, (shown: Published) => string> = {
  headline: ({ result }) => headlineText(result, pagePath(result.scenario)),
  table: (shown) => withWithdrawn(shortTable(shown.result, shown.beside), [shown]),
  reasons: ({ result }) => reasonsText(result),
  matter: ({ result }) => matterText(result),
  'full-run': ({ result }) => fullRunText(result),
  'compare-example': compareExample,
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
  const overview = replaceRegion(
    replaceRegion(readme, 'scenarios', scenariosText(published, { short: true })),
    'instruments',
    instruments.map(({ path, title }) => `[${title}](${path})`).join(' · '),
  )
  const own = instruments.flatMap((instrument) => Object.entries(instrument.regions ?? {}))
  const complete = own
    .filter(([region]) => holdsRegion(readme, region))
    .reduce((page, [region, text]) => replaceRegion(page, region, text), overview)
  return Object.entries(regions).reduce(
    (page, [region, generate]) => replaceRegion(page, region, shown ? generate(shown) : ''),
    complete,
  )
}

/** Two servers of much the same speed and runtime, where the result has both. */
const USUAL = ['express', 'restify']

/** Markdown; nothing where the result has fewer than two numbers besides the baseline's. */
function compareExample({ result, path }: Published): string {
  const names = result.servers.flatMap(({ name, summary }) => (summary && name !== result.baseline ? [name] : []))
  const [old, recent] = USUAL.every((name) => names.includes(name)) ? USUAL : names
  if (!old || !recent) return ''
  const command = `npm run bench -- compare ${old} ${recent} --in ${path} --format markdown`
  return blocks(
    'Two servers of the published run; two results give such a row for each server:',
    `\`\`\`text\n$ ${command}\n\`\`\``,
    formats.markdown(compareServers({ file: path, result }, old, recent, undefined)),
  )
}
