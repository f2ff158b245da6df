/** The page of a scenario, which stands beside its charts, and the index of these pages. */
import { posix } from 'node:path'
import type { Result } from '../../shared/result/format.ts'
import type { Published } from '../../shared/result/published.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import type { Chart } from '../drawing/chart.ts'
import { significant } from '../specs/numbers.ts'
import { chartsOf, pictureFolder, picturePath } from '../specs/pictures.ts'
import { finding } from '../specs/rows.ts'
import { summaryPath, summaryText } from '../specs/summary.ts'
import { behavioursTable } from './behaviours.ts'
import { disclosureTable } from './disclosure.ts'
import { attribute, blocks, inline, table } from './markdown.ts'
import { measuredText } from './measured.ts'
import { pageTable } from './table.ts'

/** The folder of all that is generated as a whole, from the repository's root. */
export const PUBLISHED_FOLDER = 'charts/published'

/** From the repository's root. */
export const INDEX_PATH = `${PUBLISHED_FOLDER}/README.md`

/** From the repository's root. */
export function pagePath(scenario: string): string {
  return `${pictureFolder(scenario)}/README.md`
}

/** The whole page; all of it is generated. */
export function scenarioPage({ result, path }: Published): string {
  const scenario = scenarios.get(result.scenario)
  const folder = pictureFolder(result.scenario)
  const link = (target: string) => posix.relative(folder, target)
  return `${blocks(
    `# ${scenario?.title ?? result.scenario}`,
    `\`npm run bench:${result.scenario}\`: each server ${scenario?.description ?? ''}. What the figures mean stands in the [README](${link('README.md')}), how they are made in [METHODOLOGY](${link('METHODOLOGY.md')}).`,
    ...chartsOf(result).map((chart) => chartText(result, chart, folder)),
    pageTable(result),
    '## How it was measured',
    measuredText(result, path, link(path)),
    '## How each server does its work',
    disclosureTable(result),
    '## What each server lets through',
    behavioursTable(result) || 'The contract leaves nothing open here.',
  )}\n`
}

/** The page that leads to the others; all of it is generated. */
export function indexPage(published: readonly Published[]): string {
  return `${blocks(
    '# Published results',
    `One page a scenario. [README](${posix.relative(PUBLISHED_FOLDER, 'README.md')}) says what the figures mean, [METHODOLOGY](${posix.relative(PUBLISHED_FOLDER, 'METHODOLOGY.md')}) how they are made and which results are published.`,
    scenariosText(published, PUBLISHED_FOLDER),
  )}\n`
}

/**
 * A chart in its light and its dark picture, with its finding for those who do not see it.
 * @param folder of the page that shows it, from the repository's root
 */
export function chartText(result: Result, chart: Chart, folder = ''): string {
  const path = (theme: 'light' | 'dark') => posix.relative(folder, picturePath(result.scenario, chart, theme))
  return picture(path('light'), path('dark'), finding(chart.title, chart.rows(result)))
}

function picture(light: string, dark: string, alt: string): string {
  return [
    '<picture>',
    `  <source media="(prefers-color-scheme: dark)" srcset="${dark}">`,
    `  <img alt="${attribute(alt)}" src="${light}">`,
    '</picture>',
  ].join('\n')
}

/**
 * The picture of all scenarios, and a row for each.
 * @param folder of the page that shows them, from the repository's root
 */
export function scenariosText(published: readonly Published[], folder = ''): string {
  const results = published.map(({ result }) => result)
  const path = (target: string) => posix.relative(folder, target)
  const rows = [...scenarios.values()].map(({ name, title, description }) => {
    const result = results.find(({ scenario }) => scenario === name)
    const measured = result?.servers.filter(({ summary }) => summary) ?? []
    const baseline = measured.find((server) => server.name === result?.baseline)?.summary
    return [
      result ? `[${inline(title)}](${path(pagePath(name))})` : inline(title),
      inline(description),
      result ? String(measured.length) : 'not published',
      baseline ? significant(baseline.requestsPerSecond.median, 4) : '',
    ]
  })
  return blocks(
    results.length > 1 ? picture(path(summaryPath('light')), path(summaryPath('dark')), summaryText(results)) : '',
    table(['scenario', 'each server', 'servers', 'requests/s of http-node'], rows, ['left', 'left', 'right', 'right']),
  )
}
