/** Describes the conditions of a result, for captions of charts and for pages. */
import { grouped, plural } from '../../shared/basics/text.ts'
import type { Environment, Protocol, Result } from '../../shared/results/format.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { commonVerdicts, footnotes } from './marks.ts'
import { cpuList } from './numbers.ts'

export const runtimeTitles: Record<string, string> = { node: 'Node.js', bun: 'Bun', deno: 'Deno' }

function methodLine({ protocol, environment }: Pick<Result, 'protocol' | 'environment'>): string {
  const { generator, polling, connections } = protocol
  return `${generator} ${environment.generatorVersion}${polling ? ', busy-polling' : ''}: ${connections} connections`
}

export function groupText({ groupSize, sliceSeconds, durationSeconds }: Protocol): string {
  return sliceSeconds < durationSeconds
    ? `interleaved at random in groups of ${groupSize} with the baseline`
    : `one after the other in groups of ${groupSize} with the baseline`
}

/** Counts the measured rounds; `--until` adds some to the protocol's. */
export function roundsText({ rounds }: Result): string {
  return rounds.length === 1 ? '1 round' : `${rounds.length} rounds`
}

/** Describes each server's load in a round: its length and its slices. */
export function sliceText({ durationSeconds, sliceSeconds }: Protocol): string {
  const slices = sliceSeconds < durationSeconds ? `, in slices of ${sliceSeconds} s` : ''
  return `${durationSeconds} s per server${slices}`
}

/** Describes the number of runs and machines, and their dates. */
export function runsText({ runs, machines }: PooledResult): string {
  const dates = runs.map(({ file }) => dateOf(file)).sort()
  const [first = '', last = ''] = [dates.at(0), dates.at(-1)]
  const when = first === last ? `on ${first}` : `from ${first} to ${last}`
  return `${plural(runs.length, 'run')} on ${plural(machines, 'machine')}, ${when}`
}

export function warmUpText({ warmupSeconds, warmupRequests }: Protocol): string {
  if (warmupSeconds === 0) return 'no warm-up'
  const least = warmupRequests ? ` and each process had ${grouped(warmupRequests)} requests` : ''
  return `warm-up until the rate settles${least}, ${warmupSeconds} s at most`
}

/** Returns the UTC date of a result, `2026-01-31`. */
export function dateOf(result: Result): string {
  return result.startedAt.slice(0, 10)
}

export function pinningText({ pinning }: Environment): string {
  const { server, generator, note } = pinning
  if (!server && !generator) return note ? `nothing pinned (${note})` : 'nothing pinned'
  const place = (what: string, cpus: number[] | null) =>
    cpus ? `${what} on CPU${cpus.length > 1 ? 's' : ''} ${cpuList(cpus)}` : `${what} not pinned`
  return `${place('server', server)}, ${place('load generator', generator)}`
}

export function runtimesText({ runtimes }: Environment): string {
  return Object.entries(runtimes)
    .map(([label, version]) => `${runtimeTitles[label.replace(/@.*/, '')] ?? label} ${version}`)
    .join(', ')
}

/** Returns the caption of a chart of pooled runs: meanings of marks, then the conditions. */
export function pooledCaption(result: PooledResult): string[][] {
  const marks = footnotes(result).map(({ mark, kind }) => `${mark} ${kind}`)
  const common = [...new Set(commonVerdicts(result).map(({ kind }) => kind))]
  const notes = [
    ...(common.length > 0 ? [`Unmarked, since most servers have it: ${common.join(' · ')}`] : []),
    ...(marks.length > 0 ? [`Marks: ${marks.join(' · ')}`] : []),
  ]
  return [...(notes.length > 0 ? [notes] : []), pooledLines(result)]
}

/**
 * Names the marks of a chart; the page's table explains them.
 * @param footnotes `¶ **not settled**: …`
 */
export function marksLine(footnotes: readonly string[]): string[][] {
  const marks = footnotes.map((note) => note.split(':')[0]?.replaceAll('**', ''))
  return marks.length > 0 ? [[`Marks: ${marks.join(' · ')}`]] : []
}

/** Describes scenario, date and machine. */
export function placeLine(
  { scenario, startedAt, environment }: { scenario?: string; startedAt: string; environment: Environment },
  isPinned = true,
): string {
  return [
    ...(scenario === undefined ? [] : [scenario]),
    startedAt.slice(0, 10),
    `${environment.cpuModel} (${environment.cpuCount} CPUs)`,
    environment.os,
    ...(isPinned ? [pinningText(environment)] : []),
    runtimesText(environment),
  ].join(' · ')
}

export function pooledLines(result: PooledResult): string[] {
  const { scenario, environment, runs } = result
  const machines = [
    ...new Set(runs.map(({ file }) => `${file.environment.cpuModel} (${file.environment.cpuCount} CPUs)`)),
  ]
  return [
    [scenario, runsText(result), machines.join(', '), pinningText(environment), runtimesText(environment)].join(' · '),
    loadLine(result),
  ]
}

function loadLine(result: Result): string {
  const { protocol } = result
  return [
    methodLine(result),
    `${roundsText(result)} × ${sliceText(protocol)}`,
    groupText(protocol),
    warmUpText(protocol),
    'fresh processes in every round',
  ].join(' · ')
}
