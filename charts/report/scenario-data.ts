/** Makes the report's data of a published result. */
import { remarksOn, validationText } from '../../shared/results/disclosure.ts'
import type { Result } from '../../shared/results/format.ts'
import type { Counts } from '../../shared/results/instructions.ts'
import { type Published, withdrawnText } from '../../shared/results/published.ts'
import type { Stored } from '../../shared/results/stored-files.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { pooledLines, runsText } from '../text/conditions.ts'
import { serverFacts, validationFacts } from '../text/facts.ts'
import { commonCaveats } from '../text/marks.ts'
import type { Panel, ScenarioData, ServerData } from './data.ts'
import { instructionsOf } from './instructions-data.ts'
import { loadOf, type MeasuredServer } from './load-data.ts'

/** Other inputs. */
export interface Extras {
  /** The published counts. */
  counts: Stored<Counts> | undefined
  /** Returns a server's figures by instruments. */
  panelsOf(server: string): Panel[]
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
  const names = measured.map(({ name }) => name)
  return {
    name: result.scenario,
    title: scenario?.title ?? result.scenario,
    description: scenario?.description ?? '',
    route: scenario ? `${scenario.route.method} ${scenario.route.path}` : '',
    baseline: result.baseline,
    files: result.runs.map(({ path }) => path),
    measured: runsText(result),
    conditions: [withdrawnText([published]), ...pooledLines(result)].filter((line) => line !== ''),
    common: commonCaveats(result).map(({ kind, meaning, whose }) => `${kind}: ${meaning} (${whose})`),
    servers: measured.map((server) => serverData(server, result, extras)),
    refused: result.servers.flatMap(({ displayName, refusal, summary }) =>
      summary === null ? [{ name: displayName, reason: refusal?.reason ?? 'not measured' }] : [],
    ),
    load: loadOf(result, measured),
    instructions: extras.counts ? instructionsOf(extras.counts, names) : null,
  }
}

function serverData(server: MeasuredServer, result: Result, extras: Extras): ServerData {
  const { name, displayName, runtime, behaviours, packages } = server
  const { panelsOf, textOf } = extras
  return {
    name,
    displayName,
    runtime,
    validation: validationText(server.validation),
    facts: [...serverFacts(server), ...validationFacts(server, result.scenario)]
      .filter(([, text]) => text !== '')
      .map(([title, text]) => [textOf(title), textOf(text)]),
    description: server.description,
    remarks: remarksOn(server, result.scenario).map(textOf),
    packages: Object.entries(packages).map(([name, version]) => `${name}@${version}`),
    behaviours: behaviours.map(({ title, outcome }) => [textOf(title), textOf(outcome)]),
    panels: panelsOf(name),
  }
}
