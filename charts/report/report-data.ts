/** Makes the report's data from stored results. */
import { posix } from 'node:path'
import { dateOf, plural } from '../../shared/basics/text.ts'
import { remarksOn, validationText } from '../../shared/format/disclosure.ts'
import type { ServerResult } from '../../shared/format/format.ts'
import type { Column } from '../../shared/probe/column.ts'
import type { Contents, SubjectRow } from '../../shared/probe/probe.ts'
import { publishedMeasurements } from '../../shared/probe/store.ts'
import { instructions } from '../../shared/probes/instructions.ts'
import { acceptsInvalid, CAVEATS } from '../../shared/results/caveats.ts'
import { quickWeights } from '../../shared/results/expected-here.ts'
import { isProvisional, type StoredRun } from '../../shared/results/pool-rule.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { type Published, withdrawnText } from '../../shared/results/published.ts'
import { recalculated } from '../../shared/results/summary.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { sixDigits } from '../../shared/stats/statistics.ts'
import { placeLine, pooledLines, runsText } from '../text/conditions.ts'
import {
  isValidator,
  serverFacts,
  validates,
  validationFacts,
  validatorName,
} from '../text/facts.ts'
import type {
  About,
  Kind,
  ListedServer,
  QuickWeights,
  ReportData,
  RunData,
  ScenarioData,
} from './data.ts'
import { figureOf, measuredIn } from './measured.ts'

/** Data beside runs. */
export interface ReportExtras extends Pick<ReportData, 'costs' | 'pages'> {
  /** Returns a server's violations of invariants. */
  violationsOf(server: string): string[]
  /** Returns the indices of the pages that have a server. */
  pagesOf(server: string): number[]
  /** Columns of probes, beside ratios. */
  columns: readonly Column<SubjectRow, Contents>[]
}

/** Properties of validation beside the ratios. */
const FACTS = ['unknown keys', '`"1"` for a number']

/**
 * @param published in the order of the scenarios
 * @throws UsageError if a stored file is invalid
 */
export function reportData(
  published: readonly Published[],
  { columns, violationsOf, pagesOf, ...others }: ReportExtras,
): ReportData {
  const descriptions = new Descriptions()
  const counts = publishedMeasurements(instructions)
  const countsOf = (scenario: string) => counts.find(({ file }) => file.scenario === scenario)?.file
  return {
    ...others,
    scenarios: published.map((each) =>
      scenarioData(each, descriptions, countsOf(each.result.scenario)),
    ),
    servers: listedServers(published, columns).map((server) => ({
      ...server,
      violations: violationsOf(server.name),
      pages: pagesOf(server.name),
    })),
    properties: [
      ...FACTS.map((fact) => fact.replaceAll('`', '')),
      ...columns.map(({ title }) => String(title)),
    ],
    abouts: descriptions.abouts.all,
    lists: descriptions.lists.all,
    caveats: Object.fromEntries(
      Object.entries(CAVEATS).map(([kind, { mark, meaning }]) => [kind, { mark, meaning }]),
    ),
  }
}

/** Gives each distinct value an index. */
class Distinct<T> {
  readonly #indices = new Map<string, number>()
  readonly all: T[] = []

  indexOf(value: T): number {
    const text = JSON.stringify(value)
    const index = this.#indices.get(text) ?? this.all.push(value) - 1
    this.#indices.set(text, index)
    return index
  }
}

class Descriptions {
  readonly abouts = new Distinct<About>()
  readonly lists = new Distinct<string[][]>()

  indexOf(server: ServerResult, scenario: string): number {
    const { displayName, runtime } = server
    const { behaviours, packages, tags } = server.details
    const facts = [...serverFacts(server), ...validationFacts(server, scenario)]
    return this.abouts.indexOf({
      displayName,
      runtime,
      validation: validates(scenario) ? validationText(server.details.validation) : '',
      description: validates(scenario) ? server.details.description : '',
      facts: this.lists.indexOf(facts.filter(([, text]) => text !== '')),
      remarks: this.lists.indexOf(remarksOn(server.details, scenario).map((remark) => [remark])),
      behaviours: this.lists.indexOf(behaviours.map(({ title, outcome }) => [title, outcome])),
      packages: Object.entries(packages).map(([name, version]) => `${name}@${version}`),
      inRegistry: !tags.includes('from-source'),
    })
  }
}

function scenarioData(
  published: Published,
  descriptions: Descriptions,
  counts: Contents | undefined,
): ScenarioData {
  const { result } = published
  const scenario = scenarios.get(result.scenario)
  const runs = [...new Set([...result.runs, ...result.outdated.values()])]
  const aboutOf = (server: ServerResult) => descriptions.indexOf(server, result.scenario)
  return {
    name: result.scenario,
    title: scenario?.title ?? result.scenario,
    description: scenario?.description ?? '',
    route: scenario ? `${scenario.route.method} ${scenario.route.path}` : '',
    isProvisional: isProvisional(result),
    baseline: result.details.baseline,
    files: result.runs.map(({ path }) => path),
    measured: runsText(result),
    conditions: [
      withdrawnText([published]),
      ...pooledLines(result),
      counts ? `Instructions, one request at a time: ${placeLine([counts], null)}` : '',
    ].filter((line) => line !== ''),
    ...measuredIn(result, aboutOf, counts),
    quick: quickIn(result),
    runs: runs.length > 1 ? runs.map((run) => runData(run, aboutOf)) : [],
  }
}

function quickIn(result: PooledResult): QuickWeights {
  const { anchors, servers } = quickWeights(result)
  return {
    anchors,
    servers: servers.map(({ weights, ...server }) => ({
      ...sixDigits(server),
      weights: weights.map((weight) => Number(weight.toFixed(4))),
    })),
  }
}

const runName = ({ path }: Pick<StoredRun, 'path'>) => posix.basename(path, '.json')

function runData(run: StoredRun, aboutOf: (server: ServerResult) => number): RunData {
  const { file, path } = run
  const { cpuModel, cpuCount } = file.environment
  const place = `${dateOf(file.startedAt)}, ${cpuModel} (${cpuCount} CPUs)`
  const measured = measuredIn(recalculated(file), aboutOf)
  return {
    name: runName(run),
    title: `${place}, ${plural(measured.servers.length, 'server')}`,
    files: [path],
    measured: `1 run, ${place}`,
    conditions: [placeLine([file])],
    ...measured,
  }
}

function listedServers(
  published: readonly Published[],
  columns: ReportExtras['columns'],
): Omit<ListedServer, 'violations' | 'pages'>[] {
  const measured = published.flatMap(({ result }) =>
    result.subjects.filter(({ summary }) => summary !== null).map((server) => ({ result, server })),
  )
  return [...Map.groupBy(measured, ({ server }) => server.name).values()].map((appearances) => {
    const [{ server, result }] = appearances as [(typeof measured)[number]]
    const { name, displayName, runtime } = server
    // Of the first scenario that shows one.
    const facts = new Map(
      appearances
        .toReversed()
        .flatMap((each) => validationFacts(each.server, each.result.scenario)),
    )
    return {
      name,
      displayName,
      runtime,
      kind: kindOf(server),
      isUnranked: appearances.some(
        (each) => each.server.summary && acceptsInvalid(each.server.summary),
      ),
      family: name.split(/[-.]/)[0] as string,
      validator: validatorName(server.details.validation),
      properties: [
        ...FACTS.map((fact) => facts.get(fact) ?? null),
        ...columns.map(({ value }) => figureOf(value(server, result))),
      ],
    }
  })
}

function kindOf(server: ServerResult): Kind {
  if (server.version === null) return 'bare'
  if (isValidator(server)) return 'validator'
  return server.details.router || server.details.validation.by !== 'hand-written'
    ? 'framework'
    : 'serializer'
}
