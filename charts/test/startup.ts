/** Invented starts for tests. */
import { sampleEnvironment } from '../../shared/results/environment-fixture.ts'
import {
  type StartedServer,
  startupStore,
  summarizeStarts,
  type UnsealedStartup,
} from '../instruments/startup/format.ts'

const DATE = '2026-11-21T10:00:00.000Z'

type Starts = Pick<StartedServer, 'processes' | 'instructions' | 'refusal' | 'summary'>

/** Returns starts by their seconds, each with 50 MB and 400 million instructions. */
export function sampleStarts(seconds: readonly number[], refusal: string | null = null): Starts {
  const processes = seconds.map((each) => ({ seconds: each, memory: 50e6 }))
  const instructions = seconds.slice(0, 5).map(() => 400e6)
  return {
    ...{ processes, instructions, refusal },
    summary: refusal === null ? summarizeStarts({ processes, instructions }) : null,
  }
}

interface SampleServer {
  starts: Starts
  /** Seconds of its processes by number of routes. */
  routes?: Record<number, readonly number[]>
}

export function sampleStartup(servers: Record<string, SampleServer>, scenario = 'update-user'): UnsealedStartup {
  const numbers = Object.values(servers).flatMap(({ routes = {} }) => Object.keys(routes).map(Number))
  return startupStore.complete({
    scenario,
    startedAt: DATE,
    finishedAt: DATE,
    protocol: {
      processes: 20,
      routes: [...new Set(numbers)].sort((a, b) => a - b),
      routeProcesses: numbers.length > 0 ? 10 : 0,
      discarded: 1,
      counter: 'qemu',
      counted: 5,
      sideBySide: 2,
      polling: true,
      limitSeconds: 30,
      seed: 1,
    },
    counterVersion: 'qemu-x86_64 version 7.2',
    empty: [{ runtime: 'node', javascript: 0.03, typescript: 0.05 }],
    environment: sampleEnvironment,
    source: { commit: null, clean: null },
    servers: Object.entries(servers).flatMap(([name, { starts, routes = {} }]) => {
      const head = { name, displayName: name, version: '1.0.0', runtime: 'node' as const, runtimeVersion: '24.0.0' }
      const many = Object.entries(routes).map(([number, each]) => ({ routes: Number(number), ...sampleStarts(each) }))
      return [{ routes: null, ...starts }, ...many].map((each) => ({ ...head, builds: false, ...each }))
    }),
    notInstalled: [],
  })
}
