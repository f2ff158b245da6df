/** Differences between the profilers of the runtimes; all use the inspector's protocol (`node:inspector`). */
import type { RuntimeName } from '../../../shared/results/disclosure.ts'

export interface Profiler {
  /** System name of the sampling thread. */
  thread: string
  /** Returns the runtime's arguments for flags of V8. */
  args(flags: readonly string[]): string[]
  /** Environment variables of the profiled process. */
  env: Readonly<Record<string, string>>
  /** Profiles use the wall clock; otherwise the monotonic clock. */
  wallClock: boolean
  /** Samples are also taken while no JavaScript runs. */
  samplesIdle: boolean
  /** Compiled TypeScript has other line numbers than the file. */
  movesLines: boolean
}

const v8 = { thread: 'v8:ProfEvntProc', env: {}, wallClock: false, samplesIdle: true }

export const PROFILERS: Record<RuntimeName, Profiler> = {
  node: { ...v8, args: (flags) => [...flags], movesLines: false },
  deno: {
    ...v8,
    // Without the flag, V8 has lines only for functions compiled while profiling. Node sets it.
    args: (flags) => (flags.length > 0 ? [`--v8-flags=${[...flags, '--detailed-line-info'].join(',')}`] : []),
    movesLines: true,
  },
  bun: {
    thread: 'thread',
    args: () => [],
    // With tail calls, a function would be missing among the callers.
    env: { BUN_JSC_useTailCalls: '0' },
    wallClock: true,
    samplesIdle: false,
    movesLines: false,
  },
}
