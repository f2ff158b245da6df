/**
 * Stands in a server's process before its own file: on SIGURG it writes what the runtime says of its memory as a line of
 * JSON to the file in BENCH_HEAP, on SIGWINCH it collects all garbage before that. It does nothing else, and nothing
 * unless it is asked. No server gets these signals otherwise, while some close on SIGUSR1 and SIGUSR2. In JavaScript, since
 * every runtime loads it as it stands.
 */
import { appendFileSync } from 'node:fs'
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const { BENCH_HEAP } = process.env
/** What one collection sets free may need another one: weak references, and what waits to be finalized. */
const COLLECTIONS = 3

let collect

function collector() {
  if (globalThis.Bun) return () => globalThis.Bun.gc(true)
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}

function report() {
  const { heapUsed, external } = process.memoryUsage()
  appendFileSync(BENCH_HEAP, `${JSON.stringify({ heap: heapUsed, external })}\n`)
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
