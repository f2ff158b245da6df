/** Describes the conditions of a result, for captions of charts and for pages. */
import { dateOf, grouped, plural } from '../../shared/basics/text.ts'
import type { Environment, Result } from '../../shared/format/format.ts'
import { isProvisional, isUnhealthy } from '../../shared/results/pool-rule.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { type Published, withdrawnText } from '../../shared/results/published.ts'
import { cpuList } from '../../shared/text/numbers.ts'
import { blocks, inline } from './markdown.ts'
import { footnotes } from './marks.ts'

export const runtimeTitles: Record<string, string> = { node: 'Node.js', bun: 'Bun', deno: 'Deno' }

/** A file's scenario, date and machine. */
export interface Placed {
  scenario?: string
  startedAt: string
  environment: Environment
}

/** Describes the number of runs and machines, whether these failed their health checks, and the dates. */
export function runsText(result: PooledResult): string {
  const { runs, machines } = result
  const dates = datesText(runs.map(({ file }) => file))
  const when = dates.includes(' ') ? `from ${dates}` : `on ${dates}`
  return `${plural(runs.length, 'run')} on ${plural(machines, isProvisional(result) ? 'unhealthy machine' : 'machine')}, ${when}`
}

/** Formats `2026-01-30 to 2026-01-31`, or a single date. */
function datesText(files: readonly Placed[]): string {
  const dates = files.map(({ startedAt }) => dateOf(startedAt)).sort()
  return [...new Set([dates.at(0), dates.at(-1)])].join(' to ')
}

/** Formats `AMD EPYC (2 CPUs), Intel Xeon (2 and 16 CPUs)`. */
function machinesText(files: readonly Placed[]): string {
  const models = Map.groupBy(files, ({ environment }) => environment.cpuModel)
  return [...models]
    .map(([model, alike]) => {
      const counts = new Set(alike.map(({ environment }) => environment.cpuCount))
      return `${model} (${[...counts].sort((a, b) => a - b).join(' and ')} CPUs)`
    })
    .join(', ')
}

/** Names the CPUs of server and load generator; where they differ between files, those of each group. */
function pinningsText(files: readonly Placed[]): string {
  const groups = [...Map.groupBy(files, ({ environment }) => pinningText(environment))]
  return groups
    .map(([text, { length }]) => (groups.length > 1 ? `${plural(length, 'run')}: ${text}` : text))
    .join('; ')
}

const cpusText = (cpus: number[]) => `on CPU${cpus.length > 1 ? 's' : ''} ${cpuList(cpus)}`

function pinningText({ pinning }: Environment): string {
  const { server, generator, note } = pinning
  if (!server && !generator) return note ? `nothing pinned (${note})` : 'nothing pinned'
  const place = (what: string, cpus: number[] | null) =>
    `${what} ${cpus ? cpusText(cpus) : 'not pinned'}`
  return `${place('server', server)}, ${place('load generator', generator)}`
}

/** Names the runtimes of all files with their versions. */
export function runtimesText(files: readonly Pick<Placed, 'environment'>[]): string {
  const versions = Map.groupBy(
    files.flatMap(({ environment }) => Object.entries(environment.runtimes)),
    ([label]) => label,
  )
  return [...versions]
    .map(([label, entries]) => {
      const [name = '', older] = label.split('@')
      const all = [...new Set(entries.map(([, version]) => version))].join(' and ')
      return `${runtimeTitles[name] ?? label} ${all}${older ? ' (servers that need it)' : ''}`
    })
    .join(', ')
}

const PROVISIONAL =
  'Provisional: the machine failed its health check; expect other figures elsewhere.'

/** Returns the caption of a chart of pooled runs. */
export function pooledCaption(result: PooledResult) {
  return {
    marks: marksLines(footnotes(result).map(({ mark, kind }) => `${mark} ${kind}`)),
    warnings: isProvisional(result) ? [PROVISIONAL] : [],
    conditions: pooledLines(result),
  }
}

/**
 * Names the marks of a chart; the page's table explains them.
 * @param footnotes a mark and its name, then what else there is behind a colon
 */
export function marksLines(footnotes: readonly string[]): string[] {
  // A mark has a note per kind of data.
  const marks = new Set(footnotes.map((note) => note.split(':')[0]?.replaceAll('**', '')))
  return marks.size > 0 ? [`Marks: ${[...marks].join(' · ')}`] : []
}

/**
 * Describes scenario, dates and machines of files whose figures stand in one table or chart.
 * @param pinned whose CPUs are named; null: the figures do not depend on them
 */
export function placeLine(
  files: readonly Placed[],
  pinned: 'server and generator' | 'process' | null = 'server and generator',
): string {
  const [scenario] = files.flatMap((file) => file.scenario ?? [])
  const cpus = new Set(
    files.map(({ environment: { pinning } }) => pinning.server && cpusText(pinning.server)),
  )
  return [
    ...(scenario === undefined ? [] : [scenario]),
    datesText(files),
    machinesText(files),
    [...new Set(files.map(({ environment }) => environment.os))].join(', '),
    ...(pinned === 'server and generator' ? [pinningsText(files)] : []),
    ...(pinned === 'process'
      ? [[...cpus].map((each) => `process ${each ?? 'not pinned'}`).join(', ')]
      : []),
    runtimesText(files),
  ].join(' · ')
}

export function pooledLines(result: PooledResult): string[] {
  const files = result.runs.map(({ file }) => file)
  return [
    [
      result.scenario,
      runsText(result),
      machinesText(files),
      pinningsText(files),
      runtimesText(files),
    ].join(' · '),
    loadLine(result, roundsText(result.runs)),
  ]
}

/** Formats `3 to 5 rounds`. */
function roundsText(runs: PooledResult['runs']): string {
  const counts = runs.map(({ file }) => file.details.rounds.length)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  return least === most ? plural(most, 'round') : `${least} to ${plural(most, 'round')}`
}

/** Describes the load: its generator, rounds, order and warm-up. */
function loadLine({ protocol, environment }: Result, rounds: string): string {
  const {
    generator,
    polling,
    connections,
    pipelining,
    requests,
    groupSize,
    sliceSeconds,
    durationSeconds,
    warmupSeconds,
    warmupRequests,
  } = protocol
  const isSliced = requests !== undefined || sliceSeconds < durationSeconds
  const least = warmupRequests
    ? `, with at least ${grouped(warmupRequests)} requests per process,`
    : ''
  return [
    `${generator} ${environment.generatorVersion}${polling ? ', busy-polling' : ''}: ${connections} connections${pipelining ? `, ${pipelining} requests in flight on each` : ''}`,
    `${rounds} × ${requests ? `${grouped(requests)} requests` : `${durationSeconds} s`} per server${isSliced ? `, in slices of ${sliceSeconds} s` : ''}`,
    `${isSliced ? 'randomly interleaved' : 'one after the other'} in groups of ${groupSize} with the baseline`,
    warmupSeconds === 0
      ? 'no warm-up'
      : `warm-up${least} until the rate settles, at most ${warmupSeconds} s`,
    'fresh processes in every round',
  ].join(' · ')
}

/** Adds the withdrawn servers to a page or a part of one. */
export function withWithdrawn(
  text: string,
  published: Parameters<typeof withdrawnText>[0],
): string {
  const line = inline(withdrawnText(published))
  return text.endsWith('\n') && line !== '' ? `${text}\n${line}\n` : blocks(text, line)
}

/** Returns a line if a published run of the same boot failed its health check: probes make none. */
export function provisionalLines(
  { environment: { boot } }: Pick<Result, 'environment'>,
  published: readonly Published[],
): string[] {
  const runs = published
    .flatMap(({ result, pipelined }) => [result, ...pipelined])
    .flatMap((pooled) => pooled.runs)
  return boot !== null &&
    runs.some(({ file }) => file.environment.boot === boot && isUnhealthy(file))
    ? [PROVISIONAL]
    : []
}
