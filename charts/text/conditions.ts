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

/** Describes the number of runs and machines, whether these failed their health checks, and the dates. */
export function runsText(result: PooledResult): string {
  const { runs, machines } = result
  const dates = runs.map(({ file }) => dateOf(file.startedAt)).sort()
  const [first = '', last = ''] = [dates.at(0), dates.at(-1)]
  const when = first === last ? `on ${first}` : `from ${first} to ${last}`
  return `${plural(runs.length, 'run')} on ${plural(machines, isProvisional(result) ? 'unhealthy machine' : 'machine')}, ${when}`
}

function pinningText({ pinning }: Environment): string {
  const { server, generator, note } = pinning
  if (!server && !generator) return note ? `nothing pinned (${note})` : 'nothing pinned'
  const place = (what: string, cpus: number[] | null) =>
    cpus ? `${what} on CPU${cpus.length > 1 ? 's' : ''} ${cpuList(cpus)}` : `${what} not pinned`
  return `${place('server', server)}, ${place('load generator', generator)}`
}

/** Names runtimes with their versions. */
export function runtimesText({ runtimes }: Environment): string {
  return Object.entries(runtimes)
    .map(([label, version]) => {
      const [name = '', older] = label.split('@')
      return `${runtimeTitles[name] ?? label} ${version}${older ? ' (servers that need it)' : ''}`
    })
    .join(', ')
}

/** Returns the caption of a chart of pooled runs: meanings of marks, then the conditions. */
export function pooledCaption(result: PooledResult): string[][] {
  return [
    ...marksLine(footnotes(result).map(({ mark, kind }) => `${mark} ${kind}`)),
    pooledLines(result),
  ]
}

/**
 * Names the marks of a chart; the page's table explains them.
 * @param footnotes a mark and its name, then what else there is behind a colon
 */
export function marksLine(footnotes: readonly string[]): string[][] {
  // A mark has a note per kind of data.
  const marks = new Set(footnotes.map((note) => note.split(':')[0]?.replaceAll('**', '')))
  return marks.size > 0 ? [[`Marks: ${[...marks].join(' · ')}`]] : []
}

/** Describes scenario, date and machine. */
export function placeLine(
  {
    scenario,
    startedAt,
    environment,
  }: { scenario?: string; startedAt: string; environment: Environment },
  isPinned = true,
): string {
  return [
    ...(scenario === undefined ? [] : [scenario]),
    dateOf(startedAt),
    `${environment.cpuModel} (${environment.cpuCount} CPUs)`,
    environment.os,
    ...(isPinned ? [pinningText(environment)] : []),
    runtimesText(environment),
  ].join(' · ')
}

export function pooledLines(result: PooledResult): string[] {
  const { scenario, environment, runs } = result
  const machines = [...Map.groupBy(runs, ({ file }) => file.environment.cpuModel)].map(
    ([model, alike]) => {
      const counts = new Set(alike.map(({ file }) => file.environment.cpuCount))
      return `${model} (${[...counts].sort((a, b) => a - b).join(' and ')} CPUs)`
    },
  )
  return [
    [
      scenario,
      runsText(result),
      machines.join(', '),
      pinningText(environment),
      runtimesText(environment),
    ].join(' · '),
    loadLine(result, roundsText(runs)),
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
  const least = warmupRequests ? ` and each process got ${grouped(warmupRequests)} requests` : ''
  return [
    `${generator} ${environment.generatorVersion}${polling ? ', busy-polling' : ''}: ${connections} connections${pipelining ? `, ${pipelining} requests in flight on each` : ''}`,
    `${rounds} × ${requests ? `${grouped(requests)} requests` : `${durationSeconds} s`} per server${isSliced ? `, in slices of ${sliceSeconds} s` : ''}`,
    `${isSliced ? 'interleaved at random' : 'one after the other'} in groups of ${groupSize} with the baseline`,
    warmupSeconds === 0
      ? 'no warm-up'
      : `warm-up until the rate settles${least}, at most ${warmupSeconds} s`,
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
    ? ['Provisional: the machine failed its health check, so other machines have other figures.']
    : []
}
