/**
 * File format of `startup`: time from spawning a fresh process to its first right response, and resources used until then. A
 * server has a row for each way of starting it.
 */
import { z } from 'zod'
import { plural } from '../../../shared/basics/text.ts'
import {
  instrumentFiles,
  serverHead,
  serversFile,
} from '../../../shared/format/instrument-files.ts'
import { count, nonNegative } from '../../../shared/format/numbers.ts'

/** Of starting a server. `source` is as in all other instruments: its build, or its TypeScript. */
export const WAYS = ['source', 'bundled', 'compile-cache', 'bundled+compile-cache'] as const
export type Way = (typeof WAYS)[number]

const StartedProcess = z.strictObject({
  seconds: nonNegative
    .nullable()
    .describe('from spawning to the last byte of the first right response; null if untimed'),
  peak: nonNegative.nullable().describe('peak of the resident bytes until then'),
})

const StartedServer = z.strictObject({
  ...serverHead,
  way: z.enum(WAYS),
  routes: count
    .min(1)
    .nullable()
    .describe('number of typed routes of its `routes.ts`; null with the scenario’s file'),
  processes: z.array(StartedProcess),
  instructions: z
    .array(nonNegative)
    .describe('of more processes, under the counter, until the first right response'),
})

const StartupProtocol = z.strictObject({
  processes: count.min(1).describe('of each server, way and number of routes'),
  routes: z.array(count.min(1)).describe('numbers of routes'),
  counted: count.describe('processes whose instructions were counted, with the scenario’s file'),
  polling: z.boolean().describe('whether it was busy-polled from another CPU'),
  seed: count.describe('of order and requests'),
})

export const Startup = serversFile('startup', 6, StartupProtocol, StartedServer, {
  counterVersion: z.string().nullable(),
})

export type Startup = z.infer<typeof Startup>
export type StartedServer = z.infer<typeof StartedServer>

export const startupStore = instrumentFiles<Startup>(Startup, {
  byScenario: true,
  underLoad: false,
})

/** Names how a server starts; empty for its source with the scenario's own file. */
export const partOf = ({ way, routes }: Pick<StartedServer, 'way' | 'routes'>) =>
  routes !== null ? plural(routes, 'route') : way === 'source' ? '' : way
