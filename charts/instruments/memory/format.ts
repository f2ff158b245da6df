/**
 * File format of `memory`: memory after start, under a common rate, at rest, and after garbage collection.
 */

import { z } from 'zod'
import { ROOT } from '../../../shared/basics/root.ts'
import {
  instrumentFiles,
  serverHead,
  serversFile,
  type Unsealed,
} from '../../../shared/format/instrument-files.ts'
import { count, nonNegative } from '../../../shared/format/numbers.ts'
import type { Stored } from '../../../shared/format/stored-files.ts'
import { knownMiddle, middleOf } from '../../../shared/stats/estimates.ts'
import { growthOf, growthOver, verdictOf } from './leak.ts'

/** Bytes at an instant. */
const Held = z.strictObject({
  resident: nonNegative.describe('of the process and its children'),
  heap: nonNegative
    .nullable()
    .describe('used by JavaScript objects; null if the runtime does not report it'),
  external: nonNegative.nullable().describe('held by such objects outside the heap'),
})

const soak = z
  .array(z.tuple([nonNegative, nonNegative, nonNegative]))
  .describe(
    'seconds since the load began, responses by then, bytes in use after GC; empty without --soak',
  )

const MemoryProcess = z.strictObject({
  start: Held.describe('after the first right response'),
  idle: Held.describe('after the idle time'),
  collected: Held.nullable().describe('after GC; null if the runtime cannot be asked for it'),
  peak: nonNegative.describe('peak resident bytes'),
  requests: count.describe('with a response, all of them right'),
  loadTook: nonNegative.describe('seconds until the load’s requests had responses'),
  soak,
})

const MemoryServer = z.strictObject({
  ...serverHead,
  processes: z.array(MemoryProcess),
})

const MemoryProtocol = z.strictObject({
  rate: z.number().positive().describe('requests/s, evenly spaced'),
  connections: count.min(1),
  loadSeconds: z.number().positive(),
  idleSeconds: nonNegative,
  soak: z.boolean().describe('whether GC was forced at each point of the load, to measure growth'),
  every: z.number().positive().describe('seconds between points of the load'),
  processes: count.min(1).describe('of each server'),
  sideBySide: count.min(1).describe('servers loaded at the same time, on the same CPU'),
  seed: count,
})

export const Memory = serversFile('memory', 2, MemoryProtocol, MemoryServer, {})

export type Memory = z.infer<typeof Memory>
export type UnsealedMemory = Unsealed<Memory>
export type MemoryServer = z.infer<typeof MemoryServer>
export type MemoryProcess = z.infer<typeof MemoryProcess>
export type MemorySummary = NonNullable<ReturnType<typeof summarizeMemory>>
export type Held = z.infer<typeof Held>
export type MemoryProtocol = z.infer<typeof MemoryProtocol>

/** Tolerated duration of a load, relative to the planned one: servers catch up after a stall of the machine, too slow ones do not. */
const LONGER = 1.02

/** Returns bytes, by the middle of a server's processes; null if it is disqualified. */
export function summarizeMemory(
  { refusal, processes }: Pick<MemoryServer, 'refusal' | 'processes'>,
  { loadSeconds }: Pick<MemoryProtocol, 'loadSeconds'>,
) {
  if (refusal !== null) return null
  const growths = processes.map(({ soak }) => growthOf(soak)).filter((growth) => growth !== null)
  const growth = growths.length === processes.length ? growthOver(growths) : null
  return {
    /** Resident after the first right response; idle: after the idle time. */
    start: middleOf(processes.map(({ start }) => start.resident)),
    peak: middleOf(processes.map(({ peak }) => peak)),
    idle: middleOf(processes.map(({ idle }) => idle.resident)),
    /** After GC. */
    heap: knownMiddle(processes.map(({ collected }) => collected?.heap ?? null)),
    /** Every process responded to its requests within the load's time. */
    held: processes.every(({ loadTook }) => loadTook <= LONGER * loadSeconds),
    /** Null without --soak, and if the runtime reports no heap. */
    growth: growth && { ...growth, verdict: verdictOf(growth) },
  }
}

export const memoryStore = instrumentFiles<Memory>(Memory, { byScenario: true })

/** Returns the published files: the most complete of each scenario, with and without a soak. */
export function memoryToPublish(root = ROOT): Stored<Memory>[] {
  return [false, true].flatMap((soak) =>
    memoryStore.mostComplete({ root, where: ({ protocol }) => protocol.soak === soak }),
  )
}
