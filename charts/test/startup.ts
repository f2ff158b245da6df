/** Invented starts for tests. */

import type { Unsealed } from '../../shared/format/instrument-files.ts'
import { sampleEnvironment } from '../../shared/test/environment-fixture.ts'
import {
  type StartedServer,
  type Startup,
  startupStore,
  type Way,
} from '../instruments/startup/format.ts'

const DATE = '2026-11-21T10:00:00.000Z'

type Starts = Pick<StartedServer, 'processes' | 'instructions' | 'refusal'>

/** Returns starts by their seconds, each with a peak of 60 MB and 400 million instructions, or as many as given. */
export function sampleStarts(
  seconds: readonly (number | null)[],
  refusal: string | null = null,
  executed = 400e6,
): Starts {
  const processes = seconds.map((each) => ({ seconds: each, peak: 60e6 }))
  return { processes, instructions: seconds.slice(0, 5).map(() => executed), refusal }
}

interface SampleServer {
  starts: Starts
  /** Seconds of its processes by number of routes. */
  routes?: Record<number, readonly number[]>
  ways?: Partial<Record<Way, Starts>>
}

export function sampleStartup(
  servers: Record<string, SampleServer>,
  scenario = 'update-user',
): Unsealed<Startup> {
  const numbers = Object.values(servers).flatMap(({ routes = {} }) =>
    Object.keys(routes).map(Number),
  )
  return startupStore.complete({
    scenario,
    startedAt: DATE,
    finishedAt: DATE,
    protocol: {
      ...{ processes: 20, counted: 5, polling: true, seed: 1 },
      routes: [...new Set(numbers)].sort((a, b) => a - b),
    },
    counterVersion: 'qemu-x86_64 version 7.2',
    environment: sampleEnvironment,
    source: { commit: null, clean: null },
    servers: Object.entries(servers).flatMap(([name, { starts, routes = {}, ways = {} }]) => {
      const head = {
        name,
        displayName: name,
        version: '1.0.0',
        runtime: 'node' as const,
        runtimeVersion: '24.0.0',
      }
      const many = Object.entries(routes).map(([number, each]) => ({
        routes: Number(number),
        ...sampleStarts(each),
      }))
      const deployed = Object.entries(ways).map(([way, each]) => ({ way: way as Way, ...each }))
      const common = { ...head, way: 'source' as const, routes: null }
      return [starts, ...deployed, ...many].map((each) => ({ ...common, ...each }))
    }),
    notInstalled: [],
  })
}
