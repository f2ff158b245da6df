/** Runtimes under which variants are counted, so that a variant differs by its own work alone. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Runtime } from '../host/runtimes.ts'

const PINNED_TICK_MAP = join(import.meta.dirname, 'pinned-tick-map.mjs')

/** The same runtime with the nextTick map pinned, so that ticks cost the same in every variant; only Node discards it. */
export function withPinnedTickMap(runtime: Runtime): Runtime {
  if (runtime.name !== 'node') return runtime
  return { ...runtime, args: [...runtime.args, '--import', pathToFileURL(PINNED_TICK_MAP).href] }
}

/** V8's own thresholds, divided by ten. */
const EAGER = [
  '--invocation-count-for-maglev=40',
  '--invocation-count-for-turbofan=300',
  '--minimum-invocations-after-ic-update=50',
]

/** The same runtime, whose compilers need a tenth of the requests to settle: emulated servers have no time for more. */
export function withEagerCompilers(runtime: Runtime): Runtime {
  return runtime.name === 'node' ? { ...runtime, args: [...EAGER, ...runtime.args] } : runtime
}
