/** Invented memory files for tests. */
import { sampleEnvironment } from '../../shared/test/environment-fixture.ts'
import {
  type MemoryProcess,
  memoryStore,
  type UnsealedMemory,
} from '../instruments/memory/format.ts'

const DATE = '2026-11-21T10:00:00.000Z'

/** Returns a process by its MB at start, at peak and at rest, and of heap after GC. */
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
    idle: held(idle),
    collected: heap === null ? null : held(idle),
    peak: peak * 1e6,
    requests: 100_000,
    loadTook,
    soak: [],
  }
}

/** @param slopes bytes per request of each server's only process; makes the file a soak */
export function sampleMemories(
  servers: Record<string, MemoryProcess[]>,
  slopes?: Record<string, number>,
): UnsealedMemory {
  const soakOf = (name: string): MemoryProcess['soak'] =>
    Array.from({ length: 60 }, (_, i) => [
      i * 10,
      i * 25_000,
      8e6 + i * 25_000 * (slopes?.[name] ?? 0),
    ])
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
        refusal: processes.length === 0 ? 'a wrong response' : null,
      }
    }),
    notInstalled: [],
  })
}
