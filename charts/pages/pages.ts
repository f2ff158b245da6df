/** The page of a scenario, which stands beside its charts, and the index of these pages. */
import { posix } from 'node:path'
import type { Result } from '../../shared/result/format.ts'
import type { Published } from '../../shared/result/published.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import type { ThemeName } from '../drawing/theme.ts'
import type { Chart } from '../specs/chart.ts'
import { MEMORY_TITLE } from '../specs/memory.ts'
import { chartsOf, pictureFolder, picturePath } from '../specs/pictures.ts'
import { finding } from '../specs/rows.ts'
import { summaryPath, summaryText } from '../specs/summary.ts'
import { dateOf } from '../text/conditions.ts'
import { blocks, inline, list, picture, table } from '../text/markdown.ts'
import { significant } from '../text/numbers.ts'
import { behavioursTable } from './behaviours.ts'
import { disclosureTable } from './disclosure.ts'
import { factsTable } from './facts.ts'
import type { Instrument } from './instrument.ts'
import { measuredText } from './measured.ts'
import { memoryPicture } from './memory.ts'
import { notesList } from './notes.ts'
import { oneFigureText } from './one-figure.ts'
import { RUNNING_PATH } from './running-paths.ts'
import { pageTable } from './table.ts'

/** The folder of all that is generated as a whole, from the repository's root. */
export const PUBLISHED_FOLDER = 'charts/published'

/** From the repository's root. */
export const INDEX_PATH = `${PUBLISHED_FOLDER}/README.md`

/** From the repository's root. */
export function pagePath(scenario: string): string {
  return `${pictureFolder(scenario)}/README.md`
}

/**
 * The whole page; all of it is generated.
 * @param watched scenarios in which the memory of servers was watched over a real while, and has a picture
 */
export function scenarioPage({ result, path }: Published, watched: readonly string[] = []): string {
  const isWatched = watched.includes(result.scenario)
  const folder = pictureFolder(result.scenario)
  const link = (target: string) => posix.relative(folder, target)
  const [first, ...others] = chartsOf(result, isWatched).map((chart) => chartText(result, chart, folder))
  const memory = isWatched ? memoryText(result.scenario, link) : briefMemoryText(watched, link)
  return `${blocks(
    `# ${scenarios.get(result.scenario)?.title ?? result.scenario}`,
    openingText(result, link),
    first ?? '',
    pageTable(result, isWatched),
    section('More charts', others.length > 0 ? blocks(oneFigureText(result), ...others, memory) : ''),
    section('What each server is', factsTable(result)),
    section('How each server validates', disclosureTable(result)),
    section('What servers do differently', behavioursTable(result)),
    section('Notes', notesList(result)),
    section('How it was measured', measuredText(result, path, link(path))),
  )}\n`
}

/** Memory over a real while, and where more of it is. */
function memoryText(scenario: string, link: (target: string) => string): string {
  const path = (theme: ThemeName) => link(memoryPicture(scenario, theme))
  return blocks(
    picture(path('light'), path('dark'), MEMORY_TITLE),
    `[Memory over time, at rest and in a soak](${link(RUNNING_PATH)}).`,
  )
}

/** What a trial's peak is, and where memory was watched for longer; nothing where it was nowhere. */
function briefMemoryText(watched: readonly string[], link: (target: string) => string): string {
  if (watched.length === 0) return ''
  const titles = watched.map((scenario) => inline(scenarios.get(scenario)?.title ?? scenario)).join(', ')
  return `That peak is of seconds of load, at each server’s own rate: who answers more holds more. At the same rate for all, and over a real while, memory was watched in ${titles}: [what running costs](${link(RUNNING_PATH)}).`
}

/** What was measured, in two sentences, and where its reading is taught. */
function openingText(result: Result, link: (target: string) => string): string {
  const scenario = scenarios.get(result.scenario)
  const route = scenario ? ` \`${scenario.route.method} ${scenario.route.path}\`` : ''
  return [
    `On each request${route} a server ${scenario?.description ?? 'answers'}.`,
    `${result.servers.length} servers were measured on ${dateOf(result)}; \`npm run bench:${result.scenario}\` measures yours.`,
    `The [README](${link('README.md')}) says how to read the figures, [METHODOLOGY](${link('METHODOLOGY.md')}) how they are made.`,
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
  const results = published.map(({ result }) => result)
  const path = (theme: ThemeName) => posix.relative(PUBLISHED_FOLDER, summaryPath(theme))
  return `${blocks(
    '# Published results',
    `One page a scenario. [README](${posix.relative(PUBLISHED_FOLDER, 'README.md')}) says what the figures mean, [METHODOLOGY](${posix.relative(PUBLISHED_FOLDER, 'METHODOLOGY.md')}) how they are made and which results are published.`,
    scenariosText(published, { folder: PUBLISHED_FOLDER }),
    list(
      instruments.map(
        ({ path, title, sentence }) => `[${title}](${posix.relative(PUBLISHED_FOLDER, path)}): ${sentence}`,
      ),
    ),
    results.length > 1 ? picture(path('light'), path('dark'), summaryText(results)) : '',
  )}\n`
}

/**
 * A chart in its light and its dark picture, with its finding for those who do not see it.
 * @param folder of the page that shows it, from the repository's root
 */
function chartText(result: Result, chart: Chart, folder = ''): string {
  const path = (theme: ThemeName) => posix.relative(folder, picturePath(result.scenario, chart, theme))
  return picture(path('light'), path('dark'), finding(chart.title, chart.rows(result)))
}

/**
 * A row for each scenario.
 * @param folder of the page that shows them, from the repository's root
 * @param short without variants of a scenario, what its load was and how the baseline did
 */
export function scenariosText(published: readonly Published[], { folder = '', short = false } = {}): string {
  const results = published.map(({ result }) => result)
  const path = (target: string) => posix.relative(folder, target)
  const isVariant = (name: string) => [...scenarios.keys()].some((other) => name.startsWith(`${other}-`))
  const shown = [...scenarios.values()].filter(({ name }) => !(short && isVariant(name)))
  const rows = shown.map(({ name, title, description }) => {
    const result = results.find(({ scenario }) => scenario === name)
    const measured = result?.servers.filter(({ summary }) => summary) ?? []
    const baseline = measured.find((server) => server.name === result?.baseline)?.summary
    const load = [
      baseline ? significant(baseline.requestsPerSecond.median, 4) : '',
      result ? String(result.protocol.pipelining) : '',
    ]
    return [
      result ? `[${inline(title)}](${path(pagePath(name))})` : inline(title),
      inline(description),
      result ? String(measured.length) : 'not published',
      ...(short ? [] : load),
    ]
  })
  const baselines = [...new Set(results.map(({ baseline }) => inline(baseline)))]
  const speed = `requests/s of ${baselines.join(' or ') || 'the baseline'}`
  const titles = ['scenario', 'a server', 'servers', ...(short ? [] : [speed, 'in flight'])]
  return table(titles, rows, ['left', 'left', ...titles.slice(2).map(() => 'right' as const)])
}
