/**
 * Files of starts: how long fresh processes of servers take from being spawned to their first right response, and what they
 * have used by then. The zod schema below is the only definition.
 */

import { z } from 'zod'
import { RUNTIMES } from '../../../shared/results/disclosure.ts'
import { COUNTER_KINDS } from '../../../shared/results/instructions.ts'
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
  cpuSeconds: nonNegative.nullable().describe('of all its threads until then; null where the kernel does not tell'),
  memory: nonNegative.nullable().describe('bytes, resident then'),
})

/** Instructions in user space from a process's first to its first right response. */
const CountedStart = z.strictObject({
  javascript: nonNegative.describe('executed by the first thread, which runs the JavaScript'),
  others: nonNegative.describe('executed by all other threads'),
})

const StartSummary = z.strictObject({
  seconds: Median,
  listening: Median.describe('seconds'),
  cpuSeconds: Median.nullable(),
  memory: Median.nullable().describe('bytes'),
  javascript: Median.nullable().describe('instructions of the first thread; null where none were counted'),
  instructions: Median.nullable().describe('of all threads'),
})

/** Starts of a server with one file. */
const starts = {
  processes: z.array(StartedProcess),
  counted: z.array(CountedStart).describe('of further processes, under the counter'),
  refusal: Disqualified,
  summary: StartSummary.nullable().describe('null where it is disqualified'),
}

const StartedServer = z.strictObject({
  ...serverHead,
  builds: z.boolean().describe('whether what is started was built before'),
  ...starts,
  routes: z
    .array(z.strictObject({ routes: count.min(1), ...starts }))
    .describe('with so many typed routes; none where the server has no file for it'),
})

const StartupProtocol = z.strictObject({
  processes: count.min(1).describe('timed, of each server with the scenario’s file'),
  routes: z.array(count.min(1)).describe('numbers of routes'),
  routeProcesses: count.describe('timed, of each server with each number of routes'),
  discarded: count.describe('processes before them that only read files into memory'),
  counter: z.enum(COUNTER_KINDS).nullable().describe('of instructions; null where none were counted'),
  counted: count.describe('processes whose instructions were counted, of each server with the scenario’s file'),
  routeCounted: count.describe('with each number of routes'),
  sideBySide: count.min(1).describe('processes that were counted at once, each on a CPU of its own'),
  polling: z.boolean().describe('whether it was polled from another CPU, without sleeping in between'),
  limitSeconds: z.number().positive().describe('until the first right response'),
  seed: count.describe('of the order and of the requests'),
})

export const Startup = serversFile('startup', 2, StartupProtocol, StartedServer, {
  counterVersion: z.string().nullable(),
  launcherSeconds: nonNegative.describe('median of the programs that start and pin a server, with nothing to start'),
  empty: z
    .array(z.strictObject({ runtime: z.enum(RUNTIMES), javascript: nonNegative, typescript: nonNegative }))
    .describe('median seconds from start to end of an empty program, in JavaScript and in TypeScript as it stands'),
})

export type Startup = z.infer<typeof Startup>
export type UnsealedStartup = Unsealed<Startup>
export type StartedServer = z.infer<typeof StartedServer>
export type StartedProcess = z.infer<typeof StartedProcess>
export type StartSummary = z.infer<typeof StartSummary>
export type Starts = Pick<StartedServer, 'processes' | 'counted' | 'refusal' | 'summary'>

export const startupStore = instrumentFiles<Startup>(Startup, { byScenario: true, underLoad: false })

/** Null where no process was timed. */
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
