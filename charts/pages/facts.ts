/** A page's second table: what each server is, and the figures that few compare. */
import type { Result } from '../../shared/result/format.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { wires } from '../../shared/scenarios/wire.ts'
import { bestFirst } from '../specs/rows.ts'
import { runtimeTitles } from '../text/conditions.ts'
import { inline } from '../text/markdown.ts'
import { significant } from '../text/numbers.ts'
import { figure, serverTable, text } from './columns.ts'

/** @returns Markdown */
export function factsTable(result: Result): string {
  const validates = scenarios.get(result.scenario)?.validates ?? true
  const columns = [
    text('server', ({ displayName }) => inline(displayName)),
    text('version', ({ version }) => inline(version ?? '')),
    text('runtime', ({ runtime, runtimeVersion }) => `${runtimeTitles[runtime]} ${runtimeVersion}`),
    text('wire', ({ wire }) => wires[wire].title),
    text('router', ({ router }) => (router ? 'yes' : 'no')),
    text('serializer', ({ serializer }) => serializer),
    text('written', ({ tuned }) => (tuned ? `tuned: ${inline(tuned)}` : 'idiomatic')),
    figure('mean latency, ms', (summary) => significant(summary.latencyMean.median)),
    figure('CPU, µs/req', (summary) => significant(summary.cpuPerRequest.median)),
    figure('CPU max, %', (summary) => significant(summary.cpuMax.median)),
    // Most of it is about how a server validates.
    ...(validates ? [text('description', ({ description }) => inline(description))] : []),
  ]
  return serverTable(bestFirst(result), columns)
}
