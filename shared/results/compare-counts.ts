/**
 * Compares two files of counts. What counts as a difference is learned from what was counted of the same code before, as
 * rustc's benchmarks do it (rust-lang/rustc-perf, comparison-analysis.md): the changes from one count to another of
 * unchanged code have quartiles, and a change above the third by three times their distance is one of another kind.
 */
import * as statistics from 'simple-statistics'
import { z } from 'zod'
import { UsageError } from '../basics/errors.ts'
import { javascriptOf, tiersText } from './counts-summary.ts'
import type { CountedServer, Counts, CountsProtocol, UnsealedCounts } from './instructions.ts'
import { machinesOf } from './shards.ts'

/** Distances of the quartiles above the third. */
const FENCE = 3
/** Changes below which quartiles say nothing: three processes have as many. */
const LEAST_CHANGES = 3
/** No gate is narrower: what the check of a counter lets pass. */
const LEAST_GATE = 0.001

const ratio = z.number().positive()

export const CountsComparison = z.strictObject({
  metric: z.literal('instructions'),
  scenario: z.string(),
  counter: z.string(),
  old: z.string().describe('file'),
  new: z.string(),
  rows: z.array(
    z.strictObject({
      server: z.string(),
      old: z.number().nonnegative().describe('instructions per request of the first thread'),
      new: z.number().nonnegative(),
      ratio: ratio.describe('new over old'),
      gate: z
        .number()
        .positive()
        .nullable()
        .describe('the change that unchanged code does not reach; null where too little is known'),
      changes: z.int().nonnegative().describe('between processes of unchanged code, from which the gate is made'),
      difference: z.enum(['more', 'fewer', 'none', 'unknown']),
    }),
  ),
  uncompared: z.array(z.strictObject({ server: z.string(), reason: z.string() })),
  notes: z.array(z.string()),
})

export type CountsComparison = z.infer<typeof CountsComparison>

export interface CountsFile {
  file: string
  counts: UnsealedCounts
}

type Measured = CountedServer & { summary: NonNullable<CountedServer['summary']> }

/**
 * @param stored all counts of the scenario that the repository holds, for the gates
 * @throws UsageError that names what differs, where the two counted different things
 */
export function compareCounts(old: CountsFile, recent: CountsFile, stored: readonly Counts[]): CountsComparison {
  assertSameTask(old, recent)
  const history = [...stored.filter((counts) => taskDifferences(counts, recent.counts).length === 0)]
  for (const { counts } of [old, recent])
    if (!history.some((other) => isSameRun(other, counts))) history.push(counts as Counts)
  const rows: CountsComparison['rows'] = []
  const uncompared: CountsComparison['uncompared'] = []
  const unsettled: string[] = []
  const names = [...new Set([...old.counts.servers, ...recent.counts.servers].map(({ name }) => name))].sort()
  for (const name of names) {
    const [before, after] = [measured(old.counts, name), measured(recent.counts, name)]
    if (!before || !after) {
      uncompared.push({ server: name, reason: whyNot(name, before ? recent : old) })
      continue
    }
    if (!before.summary.settled || !after.summary.settled) unsettled.push(name)
    rows.push(rowOf(before, after, changesOf(name, [old.counts, recent.counts], history)))
  }
  if (rows.length === 0) throw new UsageError(`${old.file} and ${recent.file} have no server in common to compare`)
  const notes = [...conditionNotes(old.counts, recent.counts), ...serverNotes(old.counts, recent.counts)]
  if (unsettled.length > 0) notes.push(`not settled, so less sure than it looks: ${unsettled.join(', ')}`)
  const { scenario, protocol } = old.counts
  return {
    metric: 'instructions',
    scenario,
    counter: protocol.counter,
    old: old.file,
    new: recent.file,
    rows: rows.sort((a, b) => b.ratio - a.ratio),
    uncompared,
    notes,
  }
}

function rowOf(before: Measured, after: Measured, changes: readonly number[]): CountsComparison['rows'][number] {
  const ratio = after.summary.javascript / before.summary.javascript
  const gate = gateOf(changes, before.processes.length, after.processes.length)
  const isBeyond = gate !== null && Math.abs(ratio - 1) > gate
  return {
    server: before.name,
    old: before.summary.javascript,
    new: after.summary.javascript,
    ratio,
    gate,
    changes: changes.length,
    difference: gate === null ? 'unknown' : !isBeyond ? 'none' : ratio > 1 ? 'more' : 'fewer',
  }
}

/**
 * The change of a mean that unchanged code does not reach.
 * @param changes from one process of unchanged code to another, relative
 * @param before processes in the old mean
 * @param after processes in the new one
 * @returns null where there are too few changes
 */
export function gateOf(changes: readonly number[], before: number, after: number): number | null {
  if (changes.length < LEAST_CHANGES) return null
  const sizes = changes.map(Math.abs).sort((a, b) => a - b)
  const half = Math.floor(sizes.length / 2)
  // As there: the medians of the lower and of the upper half.
  const [first, third] = [statistics.median(sizes.slice(0, half)), statistics.median(sizes.slice(-half))]
  // Means of several processes differ by less than two processes do.
  const scale = Math.sqrt((1 / before + 1 / after) / 2)
  return Math.max(LEAST_GATE, scale * (third + FENCE * (third - first)))
}

/** All changes between processes of one state of the code, as far as that is one of the two that are compared. */
function changesOf(name: string, compared: readonly UnsealedCounts[], history: readonly UnsealedCounts[]): number[] {
  const states = new Set(compared.map((counts) => stateOf(counts, name)))
  const groups = Map.groupBy(history, (counts) => stateOf(counts, name))
  return [...groups].flatMap(([state, runs]) => {
    if (!states.has(state)) return []
    return changesBetween(runs.flatMap((counts) => measured(counts, name)?.processes.map(javascriptOf) ?? []))
  })
}

/** From each of the counts to each that comes after it, relative. */
export function changesBetween(counts: readonly number[]): number[] {
  return counts.flatMap((count, i) => counts.slice(i + 1).map((other) => other / count - 1))
}

/** Runs of one state have counted the same code, by the same counter, with the same C library. */
function stateOf({ servers, startedAt, environment, counterVersion }: UnsealedCounts, name: string): string {
  const server = servers.find((each) => each.name === name)
  // Counts that do not say it were made when no tier could be switched off.
  const off = server?.tiers?.off.join(',') ?? ''
  const { lockfileHash, os } = environment
  return [server?.code ?? startedAt, server?.runtimeVersion, lockfileHash, os, counterVersion, off].join(' ')
}

function isSameRun(a: UnsealedCounts, b: UnsealedCounts): boolean {
  return a.startedAt === b.startedAt && a.finishedAt === b.finishedAt
}

function measured({ servers }: UnsealedCounts, name: string): Measured | null {
  const server = servers.find((each) => each.name === name)
  return server?.summary ? { ...server, summary: server.summary } : null
}

function whyNot(name: string, { file, counts }: CountsFile): string {
  const server = counts.servers.find((each) => each.name === name)
  return server ? `disqualified in ${file}: ${server.refusal}` : `not in ${file}`
}

const TASK: (keyof CountsProtocol)[] = ['counter', 'requests', 'step', 'longestWarmUp', 'seed']

/** Returns the conditions that two counts must share, as they are shown. */
export function countingTask(counts: UnsealedCounts): Record<string, string> {
  const task = Object.fromEntries(TASK.map((key) => [key, String(counts.protocol[key])]))
  return { ...task, shortestWarmUp: String(shortestWarmUp(counts)) }
}

/** Requests; counts from before it was in them warmed up for three steps at the least. */
function shortestWarmUp({ protocol }: UnsealedCounts): number {
  return protocol.shortestWarmUp ?? 3 * protocol.step
}

/** In what two runs counted different things. */
function taskDifferences(a: UnsealedCounts, b: UnsealedCounts): string[] {
  const scenario = a.scenario === b.scenario ? [] : [`scenario ${a.scenario} and ${b.scenario}`]
  const protocol = TASK.filter((key) => a.protocol[key] !== b.protocol[key])
  const shortest = [a, b].map(shortestWarmUp)
  return [
    ...scenario,
    ...protocol.map((key) => `${key} ${a.protocol[key]} and ${b.protocol[key]}`),
    ...(shortest[0] === shortest[1] ? [] : [`shortestWarmUp ${shortest.join(' and ')}`]),
  ]
}

function assertSameTask(old: CountsFile, recent: CountsFile): void {
  const differences = taskDifferences(old.counts, recent.counts)
  if (differences.length === 0) return
  const both = `${old.file} and ${recent.file} can't be compared`
  throw new UsageError(`${both}: they differ in ${differences.join(', ')}; count both in the same way`)
}

function conditionNotes(old: UnsealedCounts, recent: UnsealedCounts): string[] {
  const conditions: [what: string, value: (counts: UnsealedCounts) => unknown][] = [
    ['counter', ({ counterVersion }) => counterVersion],
    ['CPU', (counts) => [...new Set(machinesOf(counts).map(({ cpuModel }) => cpuModel))].join(', ')],
    ['OS', ({ environment }) => environment.os],
    ['servers side by side', ({ protocol }) => protocol.sideBySide],
  ]
  return conditions.flatMap(([what, value]) =>
    value(old) === value(recent) ? [] : [`${what}: ${value(old)}, then ${value(recent)}`],
  )
}

/** In what a server differs from itself: its version, and the compilers that were on. */
function serverNotes(old: UnsealedCounts, recent: UnsealedCounts): string[] {
  const version = (server: CountedServer) => server.version ?? `${server.runtime} ${server.runtimeVersion}`
  return old.servers.flatMap((before) => {
    const after = recent.servers.find(({ name }) => name === before.name)
    if (!after) return []
    const isSameVersion = version(after) === version(before)
    const [tiersBefore, tiersAfter] = [before.tiers && tiersText(before.tiers), after.tiers && tiersText(after.tiers)]
    const isSameTiers = tiersBefore === null || tiersAfter === null || tiersBefore === tiersAfter
    return [
      ...(isSameVersion ? [] : [`${before.name}: ${version(before)}, then ${version(after)}`]),
      ...(isSameTiers ? [] : [`${before.name}: tiers of compiler: ${tiersBefore}, then ${tiersAfter}`]),
    ]
  })
}
