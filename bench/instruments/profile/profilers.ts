/** What differs between the profilers of the runtimes; all speak the inspector's language (`node:inspector`). */
import type { RuntimeName } from '../../../shared/results/disclosure.ts'

export interface Profiler {
  /** The thread that takes the samples, by the name that the system has for it. */
  thread: string
  /** The runtime's arguments for flags of V8. */
  args(flags: readonly string[]): string[]
  /** Variables of the environment of the process that is profiled. */
  env: Readonly<Record<string, string>>
  /** Whether its profiles tell time by the system's wall clock; otherwise by the monotonic one. */
  wallClock: boolean
  /** Whether samples are also taken while no JavaScript runs. */
  samplesIdle: boolean
  /** Whether it makes other lines of TypeScript than the file has. */
  movesLines: boolean
  /** Whether the runtime tells of its collections of garbage. */
  tellsCollections: boolean
}

const v8 = { thread: 'v8:ProfEvntProc', env: {}, wallClock: false, samplesIdle: true }

export const PROFILERS: Record<RuntimeName, Profiler> = {
  node: { ...v8, args: (flags) => [...flags], movesLines: false, tellsCollections: true },
  deno: {
    ...v8,
    // Without it V8 tells of lines only where it has compiled a function while it profiled; Node's does in any case.
    args: (flags) => (flags.length > 0 ? [`--v8-flags=${[...flags, '--detailed-line-info'].join(',')}`] : []),
    movesLines: true,
    tellsCollections: false,
  },
  bun: {
    thread: 'thread',
    args: () => [],
    // A function that ends by calling another one would be missing among its callers.
    env: { BUN_JSC_useTailCalls: '0' },
    wallClock: true,
    samplesIdle: false,
    movesLines: false,
    tellsCollections: false,
  },
}
