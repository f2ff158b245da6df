/** The page of a scenario, and the index of pages. */
import type { Environment } from '../../shared/format/fields.ts'
import { isProvisional } from '../../shared/results/pool-rule.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import type { Published } from '../../shared/results/published.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { scenarioPicture } from '../draw/pictures.ts'
import { scenarioLead } from '../draw/scenario-claims.ts'
import { runsText, withWithdrawn } from '../text/conditions.ts'
import { blocks, inline, list, table } from '../text/markdown.ts'
import { INDEX_PATH, linkFrom, pagePath } from '../text/paths.ts'
import { chainColumns } from './chain-cost.ts'
import { factsTable, leniencyTable, notesList } from './facts.ts'
import { fidelityTable } from './fidelity.ts'
import { measuredText } from './measured.ts'
import { pageTables } from './table.ts'

export interface Instrument {
  /** Path of its page, from the repository's root. */
  path: string
  title: string
  /** Its content, for the index. */
  sentence: string
  /** Node's major versions that its figures come from; empty where none is known. */
  nodes?: readonly string[]
  /** Contents of regions, for each hand-written page that has their markers. */
  regions?: Readonly<Record<string, string>>
}

/** Pages that an instrument adds to a publication. */
export interface InstrumentPages extends Instrument {
  /** Its page and charts: contents by path from the repository's root. */
  files: ReadonlyMap<string, string>
}

/** Returns the whole page. @param results of all scenarios */
export function scenarioPage(published: Published, results: readonly PooledResult[] = []): string {
  const { result } = published
  const page = pagePath(result.scenario)
  const link = linkFrom(page)
  return `${blocks(
    `# ${scenarios.get(result.scenario)?.title ?? result.scenario}`,
    openingText(result, link),
    scenarioPicture(result, page),
    withWithdrawn(pageTables(result, chainColumns(result, results)), [published]),
    section('Servers', factsTable(result)),
    section('Types kept by each wire', fidelityTable(result)),
    section('What each server lets through', leniencyTable(result)),
    section('Notes', notesList(result)),
    section('How it was measured', measuredText(result, link)),
  )}\n`
}

function openingText(result: PooledResult, link: (target: string) => string): string {
  const scenario = scenarios.get(result.scenario)
  const route = scenario ? ` \`${scenario.route.method} ${scenario.route.path}\`` : ''
  const finding = scenarioLead(result)
  return [
    ...(finding === null ? [] : [`**${finding}.**`]),
    ...(isProvisional(result)
      ? [
          `**Provisional**: the machine [failed its health check](${link('docs/files.md#machine-health')}), and no other has measured this scenario yet. Expect other figures elsewhere, and other ranks of servers that are close.`,
        ]
      : []),
    `On each request${route} a server ${scenario?.description ?? 'responds'}.`,
    `${result.servers.length} servers were measured in ${runsText(result)}; \`npm run bench -- run ${result.scenario}\` measures yours.`,
    `[The method](${link('docs/method.md#the-figures')}) explains the columns. Latencies are normalized to the requests/s shown.`,
    `Some servers need extra code to meet the contract; [here is what it costs](${link(pagePath('workarounds'))}).`,
  ].join(' ')
}

/** Returns an empty string without contents. */
function section(heading: string, contents: string): string {
  return contents === '' ? '' : blocks(`## ${heading}`, contents)
}

/**
 * Returns the page that links the others.
 */
export function indexPage(
  published: readonly Published[],
  instruments: readonly Instrument[] = [],
): string {
  const link = linkFrom(INDEX_PATH)
  return `${blocks(
    '# Published results',
    `One page per scenario. [The method](${link('docs/method.md#the-figures')}) explains the columns. A [rule](${link('docs/files.md#which-runs-are-pooled')}) decides which runs are published.`,
    scenariosText(published),
    list(instruments.map(({ path, title, sentence }) => `[${title}](${link(path)}): ${sentence}`)),
  )}\n`
}

/** Returns the major versions of Node that files were measured with, each once. */
export function nodesOf(
  files: readonly { environment: Pick<Environment, 'runtimes'> }[],
): string[] {
  return [
    ...new Set(
      files.flatMap(({ environment: { runtimes } }) => runtimes.node?.split('.')[0] ?? []),
    ),
  ].sort()
}

/** ` (Node 24)` behind a title whose figures come from another Node than README's headline, or partly so; otherwise nothing. */
export function otherNode(nodes: readonly string[], usual: string | undefined): string {
  const others = usual === undefined ? [] : nodes.filter((node) => node !== usual)
  const share = usual !== undefined && nodes.includes(usual) ? 'partly ' : ''
  return others.length > 0 ? ` (${share}Node ${others.join(', ')})` : ''
}

function countText(result: PooledResult): string {
  const count = result.servers.filter(({ summary }) => summary).length
  return `${count}${isProvisional(result) ? ' (provisional)' : ''}`
}

/** Returns links of the published scenarios' pages, for README. */
export function scenarioLinks(published: readonly Published[]): string {
  const usual = published[0] && nodesOf([published[0].result])[0]
  return published.map(({ result }) => linkOf(result, pagePath(result.scenario), usual)).join(' · ')
}

/** Returns a row per scenario, for the index. */
function scenariosText(published: readonly Published[]): string {
  const link = linkFrom(INDEX_PATH)
  const usual = published[0] && nodesOf([published[0].result])[0]
  const rows = [...scenarios.values()].map(({ name, title, description }) => {
    const result = published.find((each) => each.result.scenario === name)?.result
    return [
      result ? linkOf(result, link(pagePath(name)), usual) : inline(title),
      inline(description),
      result ? countText(result) : 'not published',
    ]
  })
  return table(['scenario', 'a server', 'servers'], rows, ['left', 'left', 'right'])
}

function linkOf(result: PooledResult, path: string, usual: string | undefined): string {
  const title = scenarios.get(result.scenario)?.title ?? result.scenario
  return `[${inline(title)}](${path})${otherNode(nodesOf([result]), usual)}`
}
