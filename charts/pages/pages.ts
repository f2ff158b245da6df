/** The page of a scenario, which stands beside its charts, and the README's overview of all scenarios. */
import type { Result } from '../../shared/result/format.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { significant } from '../specs/numbers.ts'
import { chartsOf, pictureFolder, picturePath } from '../specs/pictures.ts'
import { finding } from '../specs/rows.ts'
import { summaryPath, summaryText } from '../specs/summary.ts'
import { behavioursTable } from './behaviours.ts'
import { disclosureTable } from './disclosure.ts'
import { attribute, blocks, inline, table } from './markdown.ts'
import { measuredText } from './measured.ts'
import { pageTable } from './table.ts'

/** A result, and its file's path from the repository's root, with forward slashes. */
export interface Published {
  result: Result
  path: string
}

/** The scenario that the README itself shows. */
export const MAIN_SCENARIO = 'update-user'

/** From the repository's root. */
export function pagePath(scenario: string): string {
  return scenario === MAIN_SCENARIO ? 'README.md' : `${pictureFolder(scenario)}/README.md`
}

/** The whole page; all of it is generated. */
export function scenarioPage({ result, path }: Published): string {
  const scenario = scenarios.get(result.scenario)
  const toRoot = '../../../'
  return `${blocks(
    `# ${scenario?.title ?? result.scenario}`,
    `\`npm run bench:${result.scenario}\`: each server ${scenario?.description ?? ''}. What the figures mean stands in the [README](${toRoot}README.md), how they are made in [METHODOLOGY](${toRoot}METHODOLOGY.md).`,
    chartsText(result, ''),
    pageTable(result),
    '## How it was measured',
    measuredText(result, path, toRoot + path),
    '## How each server does its work',
    disclosureTable(result),
    '## What each server lets through',
    behavioursTable(result) || 'The contract leaves nothing open here.',
  )}\n`
}

/** @param base what stands before a picture's name */
export function chartsText(result: Result, base = `${pictureFolder(result.scenario)}/`): string {
  const name = (path: string) => base + path.slice(path.lastIndexOf('/') + 1)
  return blocks(
    ...chartsOf(result).map((chart) => {
      const [light, dark] = [picturePath(result.scenario, chart, 'light'), picturePath(result.scenario, chart, 'dark')]
      return picture(name(light), name(dark), finding(chart.title, chart.rows(result)))
    }),
  )
}

function picture(light: string, dark: string, alt: string): string {
  return [
    '<picture>',
    `  <source media="(prefers-color-scheme: dark)" srcset="${dark}">`,
    `  <img alt="${attribute(alt)}" src="${light}">`,
    '</picture>',
  ].join('\n')
}

/** The README's overview: the picture of all scenarios, and a row for each. */
export function scenariosText(published: readonly Published[]): string {
  const results = published.map(({ result }) => result)
  const rows = [...scenarios.values()].map(({ name, title, description }) => {
    const result = results.find(({ scenario }) => scenario === name)
    const measured = result?.servers.filter(({ summary }) => summary) ?? []
    const baseline = measured.find((server) => server.name === result?.baseline)?.summary
    const link = name === MAIN_SCENARIO ? '#results' : pagePath(name)
    return [
      result ? `[${inline(title)}](${link})` : inline(title),
      inline(description),
      result ? String(measured.length) : 'not published',
      baseline ? significant(baseline.requestsPerSecond.median, 4) : '',
    ]
  })
  const several = results.length > 1
  return blocks(
    several ? picture(summaryPath('light'), summaryPath('dark'), summaryText(results)) : '',
    table(['scenario', 'each server', 'servers', 'requests/s of http-node'], rows, ['left', 'left', 'right', 'right']),
  )
}
