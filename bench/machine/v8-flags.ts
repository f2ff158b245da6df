/** Flags of V8 with which runtimes are measured. */
import { spawnSync } from 'node:child_process'
import { type Runtime, withV8Flags } from './runtimes.ts'

/**
 * Disables V8's memory reducer for servers that are loaded interleaved. About 8 s after a garbage collection it collects again in
 * an idle server, between two of its slices, and discards compiled code. Under steady load it never runs.
 */
export const withoutIdleCollections = <T extends Pick<Runtime, 'name' | 'args'>>(runtime: T) =>
  withV8Flags(runtime, ['--no-memory-reducer'])

/**
 * Flags with which V8 compiles and collects on the first thread, after fixed amounts of work, instead of whenever another thread
 * gets to it, and draws random numbers from the seed. Processes that do the same then execute nearly the same instructions, of the
 * same optimized code. Collections of the old generation are left out: they are rare, and fall into one count or another.
 * @param seed from 1
 */
export const repeatable = (seed: number) => [
  ...['--single-threaded', '--no-memory-reducer', '--initial-old-space-size=1024'],
  ...[`--hash-seed=${seed}`, `--random-seed=${seed}`],
]

/** V8's own thresholds, divided by ten: emulated servers have no time for as many requests as these need to settle. */
export const EAGER = [
  '--invocation-count-for-maglev=40',
  '--invocation-count-for-turbofan=300',
  '--minimum-invocations-after-ic-update=50',
]

/**
 * MB of a semi-space. V8 resizes the young generation by the time between its collections, each of which visits all roots: a request of hono
 * executes 116,000 or 125,000 instructions, in steps. This one costs as much per request as the largest, and is collected more often.
 */
const YOUNG_GENERATION = 4

/** Returns the flags of a young generation of constant size. @param size MB of a semi-space */
export const youngGeneration = (size = YOUNG_GENERATION) =>
  ['min', 'max'].map((end) => `--${end}-semi-space-size=${size}`)

/** Returns a runtime whose V8 repeats a server's work: `repeatable`, with eager compilers, and a young generation of constant size. */
export function forCounting(runtime: Runtime, seed: number, youngSize?: number): Runtime {
  const flags = [...youngGeneration(youngSize), ...repeatable(seed)]
  return withV8Flags(runtime, [...(canBeEager(runtime) ? EAGER : []), ...flags])
}

/** Returns whether a runtime knows the thresholds: older versions of Node would not start with them. */
export const canBeEager = ({ name, executable }: Pick<Runtime, 'name' | 'executable'>): boolean =>
  name === 'node' && spawnSync(executable, [...EAGER, '--version']).status === 0
