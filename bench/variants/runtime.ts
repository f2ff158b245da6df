/** The runtime under which variants are counted, so that a variant differs by its own work alone. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Runtime } from '../host/runtimes.ts'

/** V8's own thresholds, divided by ten: emulated servers have no time for as many requests as these need to settle. */
const EAGER = [
  '--invocation-count-for-maglev=40',
  '--invocation-count-for-turbofan=300',
  '--minimum-invocations-after-ic-update=50',
]

const PINNED_TICK_MAP = join(import.meta.dirname, 'pinned-tick-map.mjs')

/** The same runtime with eager compilers, and the nextTick map pinned, so that ticks cost the same in every variant: of Node alone. */
export function forCounting(runtime: Runtime): Runtime {
  if (runtime.name !== 'node') return runtime
  return { ...runtime, args: [...EAGER, ...runtime.args, '--import', pathToFileURL(PINNED_TICK_MAP).href] }
}
