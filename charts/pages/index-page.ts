/** The index of pages. */
import { isProvisional } from '../../shared/results/pool-rule.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import type { Published } from '../../shared/results/published.ts'
import { scenarios, titleOf } from '../../shared/scenarios/scenarios.ts'
import { blocks, columnsTable, inline, list, textColumn } from '../text/markdown.ts'
import { INDEX_PATH, linkFrom, pagePath } from '../text/paths.ts'

/** A generated page that the index lists, with its charts. */
export interface ListedPage {
  /** From the repository's root. */
  path: string
  title: string
  /** Its content, for the index. */
  sentence: string
  /** Contents of regions, for each hand-written page that has their markers. */
  regions?: Readonly<Record<string, string>>
  /** Its page and charts: contents by path from the repository's root. */
  files: ReadonlyMap<string, string>
}

/** Returns the page that links the others. */
export function indexPage(
  published: readonly Published[],
  listed: readonly Omit<ListedPage, 'files'>[] = [],
): string {
  const link = linkFrom(INDEX_PATH)
  return `${blocks(
    '# Published results',
    `One page per scenario. [The method](${link('docs/method.md#the-figures')}) explains the columns. A [rule](${link('docs/files.md#which-runs-are-pooled')}) decides which runs are published.`,
    scenariosText(published),
    list(listed.map(({ path, title, sentence }) => `[${title}](${link(path)}): ${sentence}`)),
  )}\n`
}

/** Returns a row per scenario, for the index. */
function scenariosText(published: readonly Published[]): string {
  const rows = [...scenarios.values()].map((scenario) => ({
    ...scenario,
    result: published.find(({ result }) => result.scenario === scenario.name)?.result,
  }))
  return columnsTable(rows, [
    ['scenario', ({ title, result }) => (result ? linkTo(result, INDEX_PATH) : inline(title))],
    textColumn('what a server does', ({ description }) => description),
    ['servers', ({ result }) => (result ? countText(result) : 'not published')],
  ])
}

function countText(result: PooledResult): string {
  const count = result.subjects.filter(({ summary }) => summary).length
  return `${count}${isProvisional(result) ? ' (provisional)' : ''}`
}

/** Returns a link to a scenario's page. @param from path of the page that has it */
function linkTo({ scenario }: PooledResult, from: string): string {
  return `[${inline(titleOf(scenario))}](${linkFrom(from)(pagePath(scenario))})`
}
