/** Results of what running costs, for tests. */
import { sampleEnvironment } from './environment-fixture.ts'
import { type MemoryProcess, memoryStore, summarizeMemory, type UnsealedMemory } from './memory.ts'
import { type Starts, startupStore, summarizeStarts, type UnsealedStartup } from './startup.ts'

const DATE = '2026-11-21T10:00:00.000Z'

/** Starts of processes that took so many seconds; each used 0.9 of it, 50 MB and 400 million instructions. */
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
      counter: 'perf',
      counted: 5,
      routeCounted: 2,
      sideBySide: 2,
      polling: true,
      limitSeconds: 30,
      launcherSeconds: 0.002,
      seed: 1,
    },
    counterVersion: 'perf version 6.1',
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

/** A process that held so many megabytes at its start, at its peak, at rest, and of heap in the end. */
export function sampleMemory(
  start: number,
  peak: number,
  idle: number,
  heap: number | null,
  loadTook = 40,
): MemoryProcess {
  const held = (megabytes: number) => ({
    resident: megabytes * 1e6,
    heap: heap === null ? null : heap * 1e6,
    external: heap === null ? null : 1e5,
  })
  return {
    start: held(start),
    loaded: held(peak),
    idle: held(idle),
    collected: heap === null ? null : held(idle),
    peak: peak * 1e6,
    requests: 100_000,
    loadTook,
    series: [
      [1, start * 1e6, heap === null ? null : heap * 1e6],
      [40, peak * 1e6, heap === null ? null : heap * 1.5e6],
      [50, idle * 1e6, heap === null ? null : heap * 1.2e6],
    ],
    soak: [],
  }
}

/** @param slopes bytes a request of each server's only process; where they are given it is a soak */
export function sampleMemories(
  servers: Record<string, MemoryProcess[]>,
  slopes?: Record<string, number>,
): UnsealedMemory {
  const soakOf = (name: string): MemoryProcess['soak'] =>
    Array.from({ length: 60 }, (_, i) => [i * 10, i * 25_000, 8e6 + i * 25_000 * (slopes?.[name] ?? 0)])
  return memoryStore.complete({
    scenario: 'update-user',
    startedAt: DATE,
    finishedAt: DATE,
    protocol: {
      rate: 2_500,
      connections: 16,
      loadSeconds: slopes ? 600 : 40,
      idleSeconds: 10,
      soak: slopes !== undefined,
      every: 1,
      processes: 3,
      sideBySide: 4,
      seed: 1,
    },
    environment: sampleEnvironment,
    source: { commit: null, clean: null },
    servers: Object.entries(servers).map(([name, given]) => {
      const processes = slopes ? given.map((each) => ({ ...each, soak: soakOf(name) })) : given
      return {
        name,
        displayName: name,
        version: '1.0.0',
        runtime: 'node' as const,
        runtimeVersion: '24.0.0',
        processes,
        refusal: processes.length === 0 ? 'a wrong answer' : null,
        broken: null,
        summary: summarizeMemory(processes, { loadSeconds: slopes ? 600 : 40 }),
      }
    }),
    notInstalled: [],
  })
}
