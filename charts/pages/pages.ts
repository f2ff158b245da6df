/** The page of a scenario, which stands beside its charts, and the index of these pages. */
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import type { Published } from '../../shared/results/published.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { finding } from '../draw/rows.ts'
import { drawScenario, scenarioPanels, scenarioTitle } from '../draw/scenario.ts'
import { runsText } from '../text/conditions.ts'
import { blocks, inline, list, table } from '../text/markdown.ts'
import { INDEX_PATH, linkFrom, pagePath } from '../text/paths.ts'
import { behavioursTable, disclosureTable, factsTable, notesList } from './facts.ts'
import { fidelityTable } from './fidelity.ts'
import { measuredText } from './measured.ts'
import { type Picture, pictureOf, pictureText } from './pictures.ts'
import { pageTable, withWithdrawn } from './table.ts'

/** An instrument besides requests/s: its page, and what it tells. */
export interface Instrument {
  /** Path of its page, from the repository's root. */
  path: string
  title: string
  /** Its content in one sentence, for the index. */
  sentence: string
  /** README's regions that it fills, where README holds their markers. */
  regions?: Readonly<Record<string, string>>
  /** Notes on servers that scenarios' pages add, by the server's name. */
  remarks?: Readonly<Record<string, readonly string[]>>
}

/** Pages and panels that an instrument adds to a publication. */
export interface InstrumentPages extends Instrument {
  /** Its page and its charts: contents by path from the repository's root. */
  files: ReadonlyMap<string, string>
}

/**
 * The whole page; all of it is generated.
 * @param instruments whose remarks stand among the notes where the scenario validates
 */
export function scenarioPage(published: Published, instruments: readonly Instrument[] = []): string {
  const { result, beside } = published
  const page = pagePath(result.scenario)
  const link = linkFrom(page)
  const chart = scenarioChart(result)
  return `${blocks(
    `# ${scenarios.get(result.scenario)?.title ?? result.scenario}`,
    openingText(result, link),
    chart ? pictureText(chart, page) : '',
    withWithdrawn(pageTable(result, beside), [published]),
    section('What each server is', factsTable(result)),
    section('How each server validates', disclosureTable(result)),
    section('What each wire keeps', fidelityTable(result)),
    section('What servers do differently', behavioursTable(result)),
    section(
      'Notes',
      notesList(result, (name) => instruments.flatMap(({ remarks }) => remarks?.[name] ?? [])),
    ),
    section('How it was measured', measuredText(result, link)),
  )}\n`
}

/** Null where no server has a number. */
export function scenarioChart(result: PooledResult): Picture | null {
  const rows = scenarioPanels(result)[0]?.rows ?? []
  if (rows.length === 0) return null
  const { scenario } = result
  const alt = finding(scenarioTitle(result), rows)
  return pictureOf(pagePath(scenario), scenario, alt, (theme) => drawScenario(result, theme))
}

/** Describes the measurement in two sentences, and links the guide to reading it. */
function openingText(result: PooledResult, link: (target: string) => string): string {
  const scenario = scenarios.get(result.scenario)
  const route = scenario ? ` \`${scenario.route.method} ${scenario.route.path}\`` : ''
  return [
    `On each request${route} a server ${scenario?.description ?? 'answers'}.`,
    `${result.servers.length} servers were measured in ${runsText(result)}; \`npm run bench -- run ${result.scenario}\` measures yours.`,
    `The [README](${link('README.md')}) explains the columns, and [the method](${link('docs/method.md')}) how a number is made.`,
  ].join(' ')
}

/** Nothing where there is nothing to stand under the heading. */
function section(heading: string, contents: string): string {
  return contents === '' ? '' : blocks(`## ${heading}`, contents)
}

/**
 * The page that leads to the others; all of it is generated.
 * @param instruments that have a page besides: its path from the repository's root, and what it tells
 */
export function indexPage(published: readonly Published[], instruments: readonly Instrument[] = []): string {
  const link = linkFrom(INDEX_PATH)
  return `${blocks(
    '# Published results',
    `One page per scenario. The [README](${link('README.md')}) explains the columns, and [the method](${link('docs/method.md')}) how a number is made. A [rule](${link('docs/files.md#which-runs-are-pooled')}) decides which runs are published.`,
    scenariosText(published, INDEX_PATH),
    list(instruments.map(({ path, title, sentence }) => `[${title}](${link(path)}): ${sentence}`)),
  )}\n`
}

/**
 * A row for each scenario.
 * @param page that shows them, from the repository's root
 */
export function scenariosText(published: readonly Published[], page = 'README.md'): string {
  const link = linkFrom(page)
  const rows = [...scenarios.values()].map(({ name, title, description }) => {
    const result = published.find((each) => each.result.scenario === name)?.result
    return [
      result ? `[${inline(title)}](${link(pagePath(name))})` : inline(title),
      inline(description),
      result ? String(result.servers.filter(({ summary }) => summary).length) : 'not published',
    ]
  })
  return table(['scenario', 'a server', 'servers'], rows, ['left', 'left', 'right'])
}
