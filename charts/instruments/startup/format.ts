/**
 * File format of `startup`: time from spawning a fresh process to its first right response, and resources used until then. A
 * server has a row for each way of starting it.
 */
import { z } from 'zod'
import { instrumentFiles, serverHead, serversFile, type Unsealed } from '../../../shared/results/instrument-files.ts'
import { count, nonNegative } from '../../../shared/results/numbers.ts'
import { Median } from '../../../shared/results/summary-format.ts'
import { knownMiddle } from '../../../shared/stats/estimates.ts'

/** Of starting a server. `source` is as in all other instruments: its build, or its TypeScript. */
export const WAYS = ['source', 'bundled', 'compile-cache', 'bundled+compile-cache'] as const
export type Way = (typeof WAYS)[number]

const StartedProcess = z.strictObject({
  seconds: nonNegative
    .nullable()
    .describe('from spawning to the last byte of the first right response; null if untimed'),
  memory: nonNegative.nullable().describe('resident bytes at that time'),
  peak: nonNegative.nullable().optional().describe('peak of the resident bytes until then'),
})

const StartSummary = z.strictObject({
  seconds: Median.nullable(),
  memory: Median.nullable().describe('bytes'),
  peak: Median.nullable().optional().describe('bytes'),
  instructions: Median.nullable().describe('in user space, of all threads; null if not counted'),
})

const StartedServer = z.strictObject({
  ...serverHead,
  builds: z.boolean().describe('whether the server has a build'),
  way: z.enum(WAYS),
  routes: count.min(1).nullable().describe('number of typed routes of its `routes.ts`; null with the scenario’s file'),
  processes: z.array(StartedProcess),
  instructions: z.array(nonNegative).describe('of more processes, under the counter, until the first right response'),
  summary: StartSummary.nullable().describe('null if disqualified'),
})

const StartupProtocol = z.strictObject({
  processes: count.min(1).describe('timed, per server with the scenario’s file and way'),
  routes: z.array(count.min(1)).describe('numbers of routes'),
  routeProcesses: count.describe('timed, per server and number of routes'),
  discarded: count.describe('processes before them, which warm the page cache'),
  counter: z.literal('qemu').nullable().describe('of instructions; null if not counted'),
  counted: count.describe('processes whose instructions were counted, per server with the scenario’s file'),
  sideBySide: count.min(1).describe('processes counted at the same time, each on its own CPU'),
  polling: z.boolean().describe('whether it was busy-polled from another CPU'),
  limitSeconds: z.number().positive().describe('timeout of the first right response'),
  seed: count.describe('of order and requests'),
})

export const Startup = serversFile('startup', 5, StartupProtocol, StartedServer, {
  counterVersion: z.string().nullable(),
})

export type Startup = z.infer<typeof Startup>
export type UnsealedStartup = Unsealed<Startup>
export type StartedServer = z.infer<typeof StartedServer>
export type StartedProcess = z.infer<typeof StartedProcess>
export type StartSummary = z.infer<typeof StartSummary>

export const startupStore = instrumentFiles<Startup>(Startup, { byScenario: true, underLoad: false })

/** Returns null if no process was timed. */
export function summarizeStarts({
  processes,
  instructions,
}: Pick<StartedServer, 'processes' | 'instructions'>): StartSummary | null {
  if (processes.length === 0) return null
  return {
    seconds: knownMiddle(processes.map(({ seconds }) => seconds)),
    memory: knownMiddle(processes.map(({ memory }) => memory)),
    peak: knownMiddle(processes.map(({ peak = null }) => peak)),
    instructions: knownMiddle(instructions),
  }
}
