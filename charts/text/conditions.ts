/** Describes the conditions of a result, for the caption of every chart and the README's section. */
import { grouped, plural } from '../../shared/basics/text.ts'
import type { Environment, Protocol, Result } from '../../shared/results/format.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { commonVerdicts, footnotes } from './marks.ts'
import { cpuList } from './numbers.ts'

export const runtimeTitles: Record<string, string> = { node: 'Node.js', bun: 'Bun', deno: 'Deno' }

/** The load in few words: the generator, whether it never sleeps, and what is in flight. */
function methodLine({ protocol, environment }: Pick<Result, 'protocol' | 'environment'>): string {
  const { generator, polling, connections, pipelining } = protocol
  return `${generator} ${environment.generatorVersion}${polling ? ', polling' : ''}: ${connections} connections × ${pipelining}`
}

export function groupText({ groupSize, sliceSeconds, durationSeconds }: Protocol): string {
  return sliceSeconds < durationSeconds
    ? `in random turns within groups of ${groupSize}, the baseline in each`
    : `one after the other within groups of ${groupSize}, the baseline in each`
}

/** The rounds that were measured: `--until` adds to those of the protocol. */
export function roundsText({ rounds }: Result): string {
  return rounds.length === 1 ? '1 round' : `${rounds.length} rounds`
}

/** Describes each server's load in a round: its length and its slices. */
export function sliceText({ durationSeconds, sliceSeconds }: Protocol): string {
  const slices = sliceSeconds < durationSeconds ? `, in slices of ${sliceSeconds} s` : ''
  return `${durationSeconds} s a server${slices}`
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

/** UTC. */
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

/** The caption of a picture of pooled runs: what its marks mean, and how its numbers were made. */
export function pooledCaption(result: PooledResult): string[][] {
  return caption(result, pooledLines(result))
}

/** The same of a result. */
export function caption(result: Result, conditions = conditionLines(result)): string[][] {
  const marks = footnotes(result).map(({ mark, kind }) => `${mark} ${kind}`)
  const common = [...new Set(commonVerdicts(result).map(({ kind }) => kind))]
  const notes = [
    ...(common.length > 0 ? [`Unmarked, since most servers have it: ${common.join(' · ')}`] : []),
    ...(marks.length > 0 ? [`Marks: ${marks.join(' · ')}`] : []),
  ]
  return [...(notes.length > 0 ? [notes] : []), conditions]
}

/**
 * Names the marks of a picture; the page's table explains them.
 * @param footnotes `¶ **not settled**: …`
 */
export function marksLine(footnotes: readonly string[]): string[][] {
  const marks = footnotes.map((note) => note.split(':')[0]?.replaceAll('**', ''))
  return marks.length > 0 ? [[`Marks: ${marks.join(' · ')}`]] : []
}

/** Describes the subject, date and machine: the first paragraph of the conditions. */
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

/** Describes the conditions of a result, in two paragraphs. */
function conditionLines(result: Result): string[] {
  return [placeLine(result), loadLine(result)]
}

/** The same of pooled runs. */
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
    'fresh processes every round',
  ].join(' · ')
}
