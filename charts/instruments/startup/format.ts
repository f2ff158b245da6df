/**
 * File format of `startup`: time from spawning a fresh process to its first right response, and resources used until then.
 */

import { z } from 'zod'
import { RUNTIMES } from '../../../shared/results/disclosure.ts'
import {
  Disqualified,
  instrumentFiles,
  serverHead,
  serversFile,
  type Unsealed,
} from '../../../shared/results/instrument-files.ts'
import { count, nonNegative } from '../../../shared/results/numbers.ts'
import { Median } from '../../../shared/results/summary-format.ts'
import { knownMiddle, middleOf } from '../../../shared/stats/estimates.ts'

const StartedProcess = z.strictObject({
  seconds: nonNegative.describe('from spawning to the last byte of the first right response'),
  listening: nonNegative.describe('from spawning to the first accepted connection'),
  resolution: nonNegative.describe('seconds between the attempt with the right response and the one before'),
  wrong: count.describe('wrong responses before it'),
  cpuSeconds: nonNegative.nullable().describe('of all its threads until then; null if the kernel does not report it'),
  memory: nonNegative.nullable().describe('resident bytes at that time'),
})

/** Instructions in user space until the first right response. */
const CountedStart = z.strictObject({
  javascript: nonNegative.describe('executed by the first thread, which runs the JavaScript'),
  others: nonNegative.describe('executed by all other threads'),
})

const StartSummary = z.strictObject({
  seconds: Median,
  listening: Median.describe('seconds'),
  cpuSeconds: Median.nullable(),
  memory: Median.nullable().describe('bytes'),
  javascript: Median.nullable().describe('instructions of the first thread; null if not counted'),
  instructions: Median.nullable().describe('of all threads'),
})

/** Starts with one file of a server. */
const starts = {
  processes: z.array(StartedProcess),
  counted: z.array(CountedStart).describe('of more processes, under the counter'),
  refusal: Disqualified,
  summary: StartSummary.nullable().describe('null if disqualified'),
}

const StartedServer = z.strictObject({
  ...serverHead,
  builds: z.boolean().describe('whether the server has a build'),
  ...starts,
  routes: z
    .array(z.strictObject({ routes: count.min(1), ...starts }))
    .describe('by number of typed routes; empty without a `routes.ts`'),
})

const StartupProtocol = z.strictObject({
  processes: count.min(1).describe('timed, per server with the scenario’s file'),
  routes: z.array(count.min(1)).describe('numbers of routes'),
  routeProcesses: count.describe('timed, per server and number of routes'),
  discarded: count.describe('processes before them, which warm the page cache'),
  counter: z.literal('qemu').nullable().describe('of instructions; null if not counted'),
  counted: count.describe('processes whose instructions were counted, per server with the scenario’s file'),
  routeCounted: count.describe('the same per number of routes'),
  sideBySide: count.min(1).describe('processes counted at the same time, each on its own CPU'),
  polling: z.boolean().describe('whether it was busy-polled from another CPU'),
  limitSeconds: z.number().positive().describe('timeout of the first right response'),
  seed: count.describe('of order and requests'),
})

export const Startup = serversFile('startup', 2, StartupProtocol, StartedServer, {
  counterVersion: z.string().nullable(),
  launcherSeconds: nonNegative.describe('median time of the programs that start and pin a server'),
  empty: z
    .array(z.strictObject({ runtime: z.enum(RUNTIMES), javascript: nonNegative, typescript: nonNegative }))
    .describe('median seconds from start to end of an empty program, in JavaScript and in TypeScript without a build'),
})

export type Startup = z.infer<typeof Startup>
export type UnsealedStartup = Unsealed<Startup>
export type StartedServer = z.infer<typeof StartedServer>
export type StartedProcess = z.infer<typeof StartedProcess>
export type StartSummary = z.infer<typeof StartSummary>
export type Starts = Pick<StartedServer, 'processes' | 'counted' | 'refusal' | 'summary'>

export const startupStore = instrumentFiles<Startup>(Startup, { byScenario: true, underLoad: false })

/** Returns null if no process was timed. */
export function summarizeStarts({ processes, counted }: Pick<Starts, 'processes' | 'counted'>): StartSummary | null {
  if (processes.length === 0) return null
  return {
    seconds: middleOf(processes.map(({ seconds }) => seconds)),
    listening: middleOf(processes.map(({ listening }) => listening)),
    cpuSeconds: knownMiddle(processes.map(({ cpuSeconds }) => cpuSeconds)),
    memory: knownMiddle(processes.map(({ memory }) => memory)),
    javascript: knownMiddle(counted.map(({ javascript }) => javascript)),
    instructions: knownMiddle(counted.map(({ javascript, others }) => javascript + others)),
  }
}
