/** Makes the report's data of a published result. */
import { remarksOn, validationText } from '../../shared/results/disclosure.ts'
import type { Counts } from '../../shared/results/instructions.ts'
import { isProvisional } from '../../shared/results/pool-rule.ts'
import { type Published, withdrawnText } from '../../shared/results/published.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { rankText } from '../../shared/stats/ranks.ts'
import { placeLine, pooledLines, runsText } from '../text/conditions.ts'
import { serverFacts, validationFacts } from '../text/facts.ts'
import { marksOf } from '../text/marks.ts'
import type { ScenarioData, ServerData } from './data.ts'
import { figuresOf, type MeasuredServer } from './load-data.ts'

/** Other inputs. */
export interface Extras {
  /** The published counts. */
  counts: Counts | undefined
  /** Returns a server's figures by instruments. */
  panelsOf(server: string): ServerData['panels']
  /** Returns the index of a text in `texts`; adds it if it is new. */
  textOf(text: string): number
}

export function scenarioData(published: Published, extras: Extras): ScenarioData {
  const { result } = published
  const scenario = scenarios.get(result.scenario)
  const measured = result.servers
    .filter((server): server is MeasuredServer => server.summary !== null)
    .toSorted(
      (a, b) => b.summary.requestsPerSecond.value - a.summary.requestsPerSecond.value || (a.name < b.name ? -1 : 1),
    )
  const { counts } = extras
  const { columns, pairs, figures } = figuresOf(result, measured, counts)
  return {
    name: result.scenario,
    title: scenario?.title ?? result.scenario,
    description: scenario?.description ?? '',
    route: scenario ? `${scenario.route.method} ${scenario.route.path}` : '',
    isProvisional: isProvisional(result),
    baseline: result.baseline,
    files: result.runs.map(({ path }) => path),
    measured: runsText(result),
    conditions: [
      withdrawnText([published]),
      ...pooledLines(result),
      counts ? `Instructions, one request at a time: ${placeLine(counts, false)}` : '',
    ].filter((line) => line !== ''),
    columns,
    servers: measured.map((server, i) => ({
      ...serverData(server, result.scenario, extras),
      figures: figures[i] as ServerData['figures'],
    })),
    pairs,
    refused: result.servers.flatMap(({ displayName, refusal, summary }) =>
      summary === null ? [{ name: displayName, reason: refusal?.reason ?? 'not measured' }] : [],
    ),
  }
}

function serverData(
  server: MeasuredServer,
  scenario: string,
  { panelsOf, textOf }: Extras,
): Omit<ServerData, 'figures'> {
  const { name, displayName, runtime, behaviours, packages, tags, summary } = server
  const validates = scenarios.get(scenario)?.validates ?? true
  return {
    name,
    displayName,
    runtime,
    validation: validates ? validationText(server.validation) : '',
    ranks: rankText(summary.ranks),
    mayBeFastest: summary.ranks.best === 1,
    marks: marksOf(summary),
    caveats: summary.caveats.map((caveat) => ({ ...caveat, of: summary.trials })),
    facts: [...serverFacts(server), ...validationFacts(server, scenario)]
      .filter(([, text]) => text !== '')
      .map(([title, text]) => [textOf(title), textOf(text)]),
    description: validates ? server.description : '',
    remarks: remarksOn(server, scenario).map(textOf),
    packages: Object.entries(packages).map(([name, version]) => `${name}@${version}`),
    inRegistry: !tags.includes('from-source'),
    behaviours: behaviours.map(({ title, outcome }) => [textOf(title), textOf(outcome)]),
    panels: panelsOf(name),
  }
}
