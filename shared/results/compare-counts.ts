/**
 * Compares two files of counts. The threshold of a difference is learned from counts of the same code, as in rustc's benchmarks
 * (rust-lang/rustc-perf, comparison-analysis.md): a change is significant if it exceeds the third quartile of the changes
 * between counts of unchanged code by three times the interquartile range.
 */
import * as statistics from 'simple-statistics'
import { z } from 'zod'
import { UsageError } from '../basics/errors.ts'
import { javascriptOf, tiersText } from './counts-summary.ts'
import type { CountedServer, Counts, CountsProtocol, UnsealedCounts } from './instructions.ts'
import { machinesOf } from './shards.ts'

/** Multiple of the interquartile range above the third quartile. */
const FENCE = 3
/** Least number of changes for quartiles, as three processes have. */
const LEAST_CHANGES = 3
/** Least gate: the tolerance of the counters' check. */
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
        .describe('relative change that unchanged code does not reach; null if unknown'),
      changes: z
        .int()
        .nonnegative()
        .describe('number of changes between processes of unchanged code, from which the gate is made'),
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
 * @param stored all stored counts of the scenario, for the gates
 * @throws UsageError that names the differences if the counts cannot be compared
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
  if (unsettled.length > 0) notes.push(`not settled, so the uncertainty is larger than shown: ${unsettled.join(', ')}`)
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
 * Returns the relative change of a mean that unchanged code does not reach.
 * @param changes relative changes between processes of unchanged code
 * @param before processes in the old mean
 * @param after processes in the new one
 * @returns null with too few changes
 */
export function gateOf(changes: readonly number[], before: number, after: number): number | null {
  if (changes.length < LEAST_CHANGES) return null
  const sizes = changes.map(Math.abs).sort((a, b) => a - b)
  const half = Math.floor(sizes.length / 2)
  // As in rustc-perf: the medians of the lower and the upper half.
  const [first, third] = [statistics.median(sizes.slice(0, half)), statistics.median(sizes.slice(-half))]
  // Means of several processes differ less than single processes.
  const scale = Math.sqrt((1 / before + 1 / after) / 2)
  return Math.max(LEAST_GATE, scale * (third + FENCE * (third - first)))
}

/** Returns the changes between processes of the same code, for each of the two compared. */
function changesOf(name: string, compared: readonly UnsealedCounts[], history: readonly UnsealedCounts[]): number[] {
  const states = new Set(compared.map((counts) => stateOf(counts, name)))
  const groups = Map.groupBy(history, (counts) => stateOf(counts, name))
  return [...groups].flatMap(([state, runs]) => {
    if (!states.has(state)) return []
    return changesBetween(runs.flatMap((counts) => measured(counts, name)?.processes.map(javascriptOf) ?? []))
  })
}

/** Returns the relative change from each count to each later one. */
export function changesBetween(counts: readonly number[]): number[] {
  return counts.flatMap((count, i) => counts.slice(i + 1).map((other) => other / count - 1))
}

/** Identifies what was counted: the code, the counter and the C library. */
function stateOf({ servers, startedAt, environment, counterVersion }: UnsealedCounts, name: string): string {
  const server = servers.find((each) => each.name === name)
  // In files without tiers, all were on.
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

/** Returns the conditions that two counts must share, as text. */
export function countingTask(counts: UnsealedCounts): Record<string, string> {
  const task = Object.fromEntries(TASK.map((key) => [key, String(counts.protocol[key])]))
  return { ...task, shortestWarmUp: String(shortestWarmUp(counts)) }
}

/** Returns the shortest warm-up in requests; files without it warmed up for at least three steps. */
function shortestWarmUp({ protocol }: UnsealedCounts): number {
  return protocol.shortestWarmUp ?? 3 * protocol.step
}

/** Returns differences that rule out a comparison. */
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

/** Returns changes of each server: its version, and the compilers that were on. */
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
