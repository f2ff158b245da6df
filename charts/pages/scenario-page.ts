/** The page of a scenario. */
import { isProvisional } from '../../shared/results/pool-rule.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import type { Published } from '../../shared/results/published.ts'
import { scenarios, titleOf } from '../../shared/scenarios/scenarios.ts'
import { type Picture, pictureText, ratioPicture, scenarioChart } from '../draw/pictures.ts'
import { scenarioLead } from '../draw/scenario-claims.ts'
import { runsText, withWithdrawn } from '../text/conditions.ts'
import { blocks, folded, section } from '../text/markdown.ts'
import { linkFrom, pagePath } from '../text/paths.ts'
import { chainColumns } from './chain-cost.ts'
import { factsTables, leniencyTable } from './facts.ts'
import { fidelityTable } from './fidelity.ts'
import { onOneText } from './machines.ts'
import { measuredText } from './measured.ts'
import { likeForLike } from './picks.ts'
import { reasonsText } from './reasons.ts'
import { HEADLINE } from './regions.ts'
import { pageTables } from './table.ts'

/** Returns a page's picture: README shows the five figures of its own scenario. */
export const pagePicture = (result: PooledResult): Picture | null =>
  result.scenario === HEADLINE ? ratioPicture(result) : scenarioChart(result)

/** Returns the whole page. @param results of all scenarios */
export function scenarioPage(published: Published, results: readonly PooledResult[] = []): string {
  const { result, pipelined } = published
  const page = pagePath(result.scenario)
  const link = linkFrom(page)
  const picture = pagePicture(result)
  return `${blocks(
    `# ${titleOf(result.scenario)}`,
    openingText(result, link),
    picture ? pictureText(picture, page) : '',
    withWithdrawn(pageTables(result, chainColumns(result, results), pipelined), [published]),
    section(`What one change does, × ${result.details.baseline}`, reasonsText(result)),
    section('With zod', likeForLike(result)),
    section(
      'Servers',
      folded('Version, runtime, validation and description of each server', factsTables(result)),
    ),
    section('Types that each wire keeps', fidelityTable(result)),
    section('What each server lets through', leniencyTable(result)),
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
          `**Provisional**: the machine [failed its health check](${link('docs/files.md#machine-health')}), and no other has measured this scenario yet. Elsewhere, expect different figures, and different ranks for servers that are close.`,
        ]
      : []),
    `For each request${route}, a server ${scenario?.description ?? 'responds'}.`,
    `${result.subjects.length} servers were measured in ${runsText(result)}.${onOneText(result)} Run it yourself: \`npm run bench -- run ${result.scenario}\`.`,
    `[The method](${link('docs/method.md#the-figures')}) explains the columns. Latencies are scaled to the requests/s shown.`,
    `Server names link to code, notes and known deviations. Some servers need extra code to meet the contract; [its cost](${link(pagePath('workarounds'))}).`,
  ].join(' ')
}
