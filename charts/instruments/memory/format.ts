/**
 * Files of memory over a real while: what servers hold after start, under a rate that is the same for all, at rest, and
 * after a collection of garbage. One a run of `memory`, written once, with a checksum; the zod schema below is the only
 * definition.
 */

import { z } from 'zod'
import { ROOT } from '../../../shared/basics/root.ts'
import { instrumentFiles, serverHead, serversFile, type Unsealed } from '../../../shared/results/instrument-files.ts'
import { count, nonNegative } from '../../../shared/results/numbers.ts'
import type { Stored } from '../../../shared/results/stored-files.ts'
import { Median } from '../../../shared/results/summary-format.ts'
import { knownMiddle, middleOf } from '../../../shared/stats/estimates.ts'
import { growthOf, growthOver, verdictOf } from './leak.ts'

/** Bytes at an instant. */
const Held = z.strictObject({
  resident: nonNegative.describe('of the process and all below it'),
  heap: nonNegative.nullable().describe('used by JavaScript’s objects; null where the runtime does not tell'),
  external: nonNegative.nullable().describe('held by such objects outside of that heap'),
})

const series = z
  .array(z.tuple([nonNegative, nonNegative, nonNegative.nullable()]))
  .describe('seconds since the load began, bytes resident, bytes of the heap')
const soak = z
  .array(z.tuple([nonNegative, nonNegative, nonNegative]))
  .describe('seconds since the load began, requests by then, bytes in use after a collection; empty without --soak')

const MemoryProcess = z.strictObject({
  start: Held.describe('after the first right answer'),
  loaded: Held.describe('at the end of the load'),
  idle: Held.describe('after the rest'),
  collected: Held.nullable().describe('after all garbage was collected; null where the runtime can’t be asked to'),
  peak: nonNegative.describe('bytes, the most that was resident'),
  requests: count.describe('answered, all rightly'),
  loadTook: nonNegative.describe('seconds until as many requests were answered as are due in the load’s time'),
  series,
  soak,
})

/** A process that was refused, until then. */
const BrokenProcess = z.strictObject({
  requests: count.describe('answered, all rightly'),
  series,
  soak,
})

const Growing = z.strictObject({
  slope: z.number().describe('bytes a request'),
  low: z.number().describe('of a 95% interval'),
  high: z.number(),
  grown: z.number().describe('bytes that the slope makes of all requests that are judged'),
  slows: z.boolean().describe('whether it grew half as fast later on'),
  verdict: z.enum(['leak', 'settling', 'none']),
})

const MemorySummary = z.strictObject({
  start: Median.describe('bytes resident after the first right answer'),
  loaded: Median.describe('at the end of the load'),
  peak: Median,
  idle: Median.describe('after the rest'),
  heap: Median.nullable().describe('bytes of the heap after all garbage was collected'),
  held: z.boolean().describe('whether every process answered its requests in the load’s time'),
  growth: Growing.nullable().describe('null without --soak, and where the runtime tells of no heap'),
})

const MemoryServer = z.strictObject({
  ...serverHead,
  processes: z.array(MemoryProcess),
  broken: BrokenProcess.nullable().describe('what was seen of the process that was refused; null where there was none'),
  summary: MemorySummary.nullable().describe('null where it was refused'),
})

const MemoryProtocol = z.strictObject({
  rate: z.number().positive().describe('requests/s, at equal distances'),
  connections: count.min(1),
  loadSeconds: z.number().positive(),
  idleSeconds: nonNegative,
  soak: z.boolean().describe('whether garbage was collected again and again meanwhile, to see what stays'),
  every: z.number().positive().describe('seconds between two points of a series'),
  processes: count.min(1).describe('of each server'),
  sideBySide: count.min(1).describe('servers that were loaded at once, on the same CPU'),
  seed: count,
})

export const Memory = serversFile('memory', 1, MemoryProtocol, MemoryServer, {})

export type Memory = z.infer<typeof Memory>
export type UnsealedMemory = Unsealed<Memory>
export type MemoryServer = z.infer<typeof MemoryServer>
export type MemoryProcess = z.infer<typeof MemoryProcess>
export type BrokenProcess = z.infer<typeof BrokenProcess>
export type MemorySummary = z.infer<typeof MemorySummary>
export type Held = z.infer<typeof Held>
export type MemoryProtocol = z.infer<typeof MemoryProtocol>

/** By how much longer a load may take: a stop of the machine makes up for itself soon, and a server that is too slow does not. */
const LONGER = 1.02

/** What follows from the processes of a server; null where there is none. */
export function summarizeMemory(
  processes: readonly MemoryProcess[],
  { loadSeconds }: Pick<MemoryProtocol, 'loadSeconds'>,
): MemorySummary | null {
  if (processes.length === 0) return null
  const growths = processes.map(({ soak }) => growthOf(soak)).filter((growth) => growth !== null)
  const growth = growths.length === processes.length ? growthOver(growths) : null
  return {
    start: middleOf(processes.map(({ start }) => start.resident)),
    loaded: middleOf(processes.map(({ loaded }) => loaded.resident)),
    peak: middleOf(processes.map(({ peak }) => peak)),
    idle: middleOf(processes.map(({ idle }) => idle.resident)),
    heap: knownMiddle(processes.map(({ collected }) => collected?.heap ?? null)),
    held: processes.every(({ loadTook }) => loadTook <= LONGER * loadSeconds),
    growth: growth && { ...growth, verdict: verdictOf(growth) },
  }
}

/** What a disqualified process held more and more of until then; null where that shows no leak. A leak can be why a rate is not held. */
export function leakUntilThen({ soak }: Pick<BrokenProcess, 'soak'>): string | null {
  const growth = growthOf(soak)
  if (!growth || verdictOf(growth) !== 'leak') return null
  return `until then its heap grew by ${growth.slope.toFixed(2)} bytes per request, and did not slow down`
}

export const memoryStore = instrumentFiles<Memory>(Memory, { byScenario: true })

/** What is published: of each scenario the memory that the rule has, with and without a soak. */
export function memoryToPublish(root = ROOT): Stored<Memory>[] {
  return [false, true].flatMap((soak) => memoryStore.fittest({ root, where: ({ protocol }) => protocol.soak === soak }))
}
