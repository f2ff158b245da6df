// node node-two-states.mjs        a tick takes longer after a heap snapshot, and stays so
// node node-two-states.mjs pin    it does not while one tick object is kept alive
import { executionAsyncResource } from 'node:async_hooks'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeHeapSnapshot } from 'node:v8'

/** Runs `count` ticks, one after the other. */
const ticks = (count) =>
  new Promise((resolve) => {
    const tick = () => (count-- > 0 ? process.nextTick(tick) : resolve())
    tick()
  })

/** Nanoseconds per tick, the best of many short turns: other programs may be at work. */
async function tickTime() {
  let best = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 300; turn++) {
    const begin = performance.now()
    await ticks(5_000)
    best = Math.min(best, performance.now() - begin)
  }
  return ((best / 5_000) * 1e6).toFixed(0)
}

if (process.argv[2] === 'pin') process.nextTick(() => (globalThis.kept = executionAsyncResource()))
console.log(`Node ${process.version}: ${await tickTime()} ns per tick`)
await sleep(100) // No tick is alive now.
rmSync(writeHeapSnapshot(`${tmpdir()}/${process.pid}.heapsnapshot`))
console.log(`after a heap snapshot: ${await tickTime()} ns per tick`)
