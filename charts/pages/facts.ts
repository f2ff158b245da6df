/** Sections below a page's first table. */
import { remarksOn } from '../../shared/results/disclosure.ts'
import type { Result, ServerResult, Summary } from '../../shared/results/format.ts'
import { observedValidation } from '../../shared/results/observed.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { isFidelity } from '../../shared/scenarios/fidelity.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { wires } from '../../shared/scenarios/wire.ts'
import { bestFirst } from '../draw/rows.ts'
import { runtimeTitles } from '../text/conditions.ts'
import { blocks, columnsTable, inline, list, type TableColumn, table } from '../text/markdown.ts'
import { megabytes, significant } from '../text/numbers.ts'

const text = (title: string, cell: (server: ServerResult) => string): TableColumn<ServerResult> => [title, cell, 'left']
const figure = (title: string, cell: (summary: Summary) => string): TableColumn<ServerResult> => [
  title,
  ({ summary }) => (summary ? cell(summary) : ''),
  'right',
]

/**
 * Describes each server, with the figures that the first table lacks.
 * @returns Markdown
 */
export function factsTable(result: PooledResult): string {
  const validates = scenarios.get(result.scenario)?.validates ?? true
  const columns: TableColumn<ServerResult>[] = [
    text('server', ({ displayName }) => inline(displayName)),
    text('version', ({ version }) => inline(version ?? '')),
    text('runtime', ({ runtime, runtimeVersion }) => `${runtimeTitles[runtime]} ${runtimeVersion}`),
    text('wire', ({ wire }) => wires[wire].title),
    text('router', ({ router }) => (router ? 'yes' : 'no')),
    text('serializer', ({ serializer }) => serializer),
    text('written', ({ tuned }) => (tuned ? `tuned: ${inline(tuned)}` : 'idiomatic')),
    text('machines', ({ name }) => countsText(result, name)),
    figure('MB/s', (summary) => significant(megabytes(summary.receivedPerSecond).value)),
    figure('CPU, µs/req', (summary) => significant(summary.cpuPerRequest.value)),
    figure('CPU, %', (summary) => significant(summary.cpuMean.value)),
    // Descriptions are mostly about validation.
    ...(validates ? [text('description', ({ description }) => inline(description))] : []),
  ]
  return columnsTable(bestFirst(result), columns)
}

/** Counts a server's machines: `3`, or `3, in 5 runs`. */
function countsText({ pooled, baseline, machines, runs }: PooledResult, name: string): string {
  const own = name === baseline ? { machines, runs: runs.length } : pooled.get(name)
  if (!own) return ''
  return own.runs > own.machines ? `${own.machines}, in ${own.runs} runs` : String(own.machines)
}

export const HOW_TEXT =
  '*Jit* validators compile the schema when the server starts, *ahead-of-time* ones when it is built; *interpreted* ones, without a term, walk it for each request.'

/**
 * Shows each server's validator, its kind and strictness.
 * @returns Markdown; empty if the scenario has no validation
 */
export function disclosureTable(result: Result): string {
  const scenario = scenarios.get(result.scenario)
  if (scenario && !scenario.validates) return ''
  const takesBody = scenario?.route.method !== 'GET'
  const columns: TableColumn<ServerResult>[] = [
    text('server', ({ displayName }) => inline(displayName)),
    text('validates', ({ validation: { by, library } }) => inline(library ?? (by === 'framework' ? 'built-in' : by))),
    text('how', ({ validation }) => validation.how),
    // These are observed in bodies.
    ...(takesBody
      ? [
          text('unknown keys', (server) => strictnessOf(server).unknownKeys),
          text('`"1"` for a number', (server) => (strictnessOf(server).coerces ? 'coerced' : 'rejected')),
          text('errors reported', (server) => strictnessOf(server).errors),
        ]
      : []),
  ]
  return blocks(HOW_TEXT, columnsTable(bestFirst(result), columns))
}

/** Returns a server's strictness as observed, else as its manifest states it. */
function strictnessOf({ validation, behaviours }: ServerResult) {
  return { ...validation, ...observedValidation(behaviours) }
}

/**
 * Shows how servers differ where the contract leaves the response open.
 * @returns Markdown; empty if nothing was observed
 */
export function behavioursTable(result: Result): string {
  const seen = result.servers.flatMap(({ displayName, behaviours }) =>
    behaviours.filter(({ id }) => !isFidelity(id)).map((behaviour) => ({ displayName, ...behaviour })),
  )
  const rows = [...Map.groupBy(seen, ({ id }) => id).values()].flatMap((outcomes) =>
    [...Map.groupBy(outcomes, ({ outcome }) => outcome)]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([outcome, servers], i) => [
        i === 0 ? inline(outcomes[0]?.title ?? '') : '',
        inline(outcome),
        inline(servers.length === outcomes.length ? 'all' : servers.map(({ displayName }) => displayName).join(', ')),
      ]),
  )
  return rows.length > 0 ? table(['sent', 'outcome', 'servers'], rows, ['left', 'left', 'left']) : ''
}

/**
 * Lists notes on servers; servers with the same note share a line.
 * @returns Markdown
 * @param more additional notes by server, if the scenario validates
 */
export function notesList(result: Result, more: (name: string) => readonly string[] = () => []): string {
  const validates = scenarios.get(result.scenario)?.validates ?? true
  const remarks = result.servers.flatMap((server) =>
    [...remarksOn(server, result.scenario), ...(validates ? more(server.name) : [])].map((remark) => ({
      remark,
      displayName: server.displayName,
    })),
  )
  return list(
    [...Map.groupBy(remarks, ({ remark }) => remark)].map(
      ([remark, servers]) =>
        `**${servers.map(({ displayName }) => inline(displayName)).join(', ')}**: ${inline(remark)}`,
    ),
  )
}
