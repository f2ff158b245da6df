/**
 * Stands in a server's process before its own file: on SIGURG it writes what the runtime says of its memory as a line of
 * JSON to the file in BENCH_HEAP, on SIGWINCH it collects all garbage before that. It does nothing else, and nothing
 * unless it is asked. No server gets these signals otherwise, while some close on SIGUSR1 and SIGUSR2. In JavaScript, since
 * every runtime loads it as it stands.
 */
import { appendFileSync } from 'node:fs'
import { PerformanceObserver } from 'node:perf_hooks'
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const { BENCH_HEAP } = process.env
/** What one collection sets free may need another one: weak references, and what waits to be finalized. */
const COLLECTIONS = 3

/** What Node reports of garbage collections, forced ones too. Deno accepts the observer, and reports none. */
const gc = { collections: 0, milliseconds: 0 }
const observer =
  globalThis.Bun || globalThis.Deno
    ? null
    : new PerformanceObserver((list) => count(list.getEntries()))
observer?.observe({ entryTypes: ['gc'] })

function count(entries) {
  for (const { duration } of entries) {
    gc.collections++
    gc.milliseconds += duration
  }
}

let collect

function collector() {
  if (globalThis.Bun) return () => globalThis.Bun.gc(true)
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}

function report() {
  const { heapUsed, external } = process.memoryUsage()
  // Bun's heapUsed includes it.
  const outside = globalThis.Bun ? 0 : external
  if (observer) count(observer.takeRecords())
  const { user, system } = process.cpuUsage()
  const own = observer && { ...gc, cpuMilliseconds: (user + system) / 1000 }
  appendFileSync(BENCH_HEAP, `${JSON.stringify({ heap: heapUsed, external: outside, gc: own })}\n`)
}

process.on('SIGURG', report)
process.on('SIGWINCH', () => {
  collect ??= collector()
  let left = COLLECTIONS
  const again = () => {
    collect()
    if (--left > 0) setTimeout(again, 10)
    else report()
  }
  again()
})
