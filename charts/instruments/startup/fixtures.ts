/** Invented starts for tests. */
import { sampleEnvironment } from '../../../shared/results/environment-fixture.ts'
import { type Starts, startupStore, summarizeStarts, type UnsealedStartup } from './format.ts'

const DATE = '2026-11-21T10:00:00.000Z'

/** Returns starts by their seconds, each with CPU time of 0.9 of that, 50 MB and 400 million instructions. */
export function sampleStarts(seconds: readonly number[], refusal: string | null = null): Starts {
  const processes = seconds.map((each) => ({
    seconds: each,
    listening: each * 0.95,
    resolution: 0.0001,
    wrong: 0,
    cpuSeconds: each * 0.9,
    memory: 50e6,
  }))
  const counted = seconds.slice(0, 5).map(() => ({ javascript: 300e6, others: 100e6 }))
  return { processes, counted, refusal, summary: refusal === null ? summarizeStarts({ processes, counted }) : null }
}

export interface SampleServer {
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
      routeCounted: 2,
      sideBySide: 2,
      polling: true,
      limitSeconds: 30,
      seed: 1,
    },
    counterVersion: 'qemu-x86_64 version 7.2',
    launcherSeconds: 0.002,
    empty: [{ runtime: 'node', javascript: 0.03, typescript: 0.05 }],
    environment: sampleEnvironment,
    source: { commit: null, clean: null },
    servers: Object.entries(servers).map(([name, { starts, routes = {} }]) => ({
      name,
      displayName: name,
      version: '1.0.0',
      runtime: 'node',
      runtimeVersion: '24.0.0',
      builds: false,
      ...starts,
      routes: Object.entries(routes).map(([number, each]) => ({ routes: Number(number), ...sampleStarts(each) })),
    })),
    notInstalled: [],
  })
}
