/** Makes the report's data of a published result. */
import { posix } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { plural } from '../../shared/basics/text.ts'
import { remarksOn, validationText } from '../../shared/format/disclosure.ts'
import type { Result } from '../../shared/format/format.ts'
import { acceptsInvalid } from '../../shared/results/caveats.ts'
import type { Counts } from '../../shared/results/instructions.ts'
import { isProvisional, type StoredRun } from '../../shared/results/pool-rule.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { type Published, withdrawnText } from '../../shared/results/published.ts'
import { restated } from '../../shared/results/restated.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { rankText } from '../../shared/text/numbers.ts'
import { dateOf, placeLine, pooledLines, runsText } from '../text/conditions.ts'
import { serverFacts, validationFacts } from '../text/facts.ts'
import { marksOf } from '../text/marks.ts'
import type { Measured, RunData, ScenarioData, ServerData } from './data.ts'
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
  const { counts } = extras
  const scenario = scenarios.get(result.scenario)
  const runs = [...new Set([...result.runs, ...result.outdated.values()])]
  const figures = figuresIn(result, extras)
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
    ...figures,
    runs:
      runs.length > 1
        ? runs.map((run) => runData(run, figures.servers, { ...extras, counts: undefined }))
        : [],
  }
}

export const runName = ({ path }: Pick<StoredRun, 'path'>) => posix.basename(path, '.json')

/** @param usual servers of the scenario */
function runData(run: StoredRun, usual: readonly ServerData[], extras: Extras): RunData {
  const { file, path } = run
  const { cpuModel, cpuCount } = file.environment
  const place = `${dateOf(file)}, ${cpuModel} (${cpuCount} CPUs)`
  const { servers, ...figures } = figuresIn(restated(file), extras)
  return {
    name: runName(run),
    title: `${place}, ${plural(servers.length, 'server')}`,
    ...{ files: [path], measured: `1 run, ${place}`, conditions: [placeLine(file)], ...figures },
    servers: servers.map((server) =>
      changed(
        server,
        usual.find(({ name }) => name === server.name),
      ),
    ),
  }
}

/** Returns the properties that differ from the usual ones, and the name. */
function changed(server: ServerData, usual: ServerData | undefined): RunData['servers'][number] {
  const isSame = (key: string) =>
    isDeepStrictEqual(server[key as keyof ServerData], usual?.[key as keyof ServerData])
  return {
    ...Object.fromEntries(Object.entries(server).filter(([key]) => !isSame(key))),
    name: server.name,
  }
}

function figuresIn(
  result: Result | PooledResult,
  extras: Extras,
): Pick<Measured, 'columns' | 'servers' | 'pairs' | 'refused'> {
  const measured = result.servers
    .filter((server): server is MeasuredServer => server.summary !== null)
    .toSorted(
      (a, b) =>
        Number(acceptsInvalid(a.summary)) - Number(acceptsInvalid(b.summary)) ||
        b.summary.requestsPerSecond.value - a.summary.requestsPerSecond.value ||
        (a.name < b.name ? -1 : 1),
    )
  const { columns, pairs, figures, fastest } = figuresOf(result, measured, extras.counts)
  return {
    columns,
    servers: measured.map((server, i) => ({
      ...serverData(server, result.scenario, extras),
      mayBeFastest: fastest.includes(server.name),
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
): Omit<ServerData, 'figures' | 'mayBeFastest'> {
  const { name, displayName, runtime, behaviours, packages, tags, summary } = server
  const validates = scenarios.get(scenario)?.validates ?? true
  return {
    name,
    displayName,
    runtime,
    validation: validates ? validationText(server.validation) : '',
    isUnranked: acceptsInvalid(summary),
    ranks: rankText(summary.ranks),
    marks: marksOf(summary),
    caveats: summary.caveats.map((caveat) => ({ ...caveat, of: summary.trials })),
    facts: [...serverFacts(server), ...validationFacts(server, scenario)]
      .filter(([, text]) => text !== '')
      .map(([title, text]) => [textOf(title), textOf(text)]),
    description: textOf(validates ? server.description : ''),
    remarks: remarksOn(server, scenario).map(textOf),
    packages: Object.entries(packages).map(([name, version]) => `${name}@${version}`),
    inRegistry: !tags.includes('from-source'),
    behaviours: behaviours.map(({ title, outcome }) => [textOf(title), textOf(outcome)]),
    panels: panelsOf(name),
  }
}
