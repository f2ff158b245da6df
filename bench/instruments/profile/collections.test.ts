import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CollectionTally } from './collections.ts'

/** Collections at these milliseconds since the start of the process, which was at 1 s of the system's clock. */
function answer(at: number[], heaps = at.map(() => ({ before: 20_000, after: 4_000 }))) {
  const pauses = at.map((time, i) => ({ at: time, milliseconds: i + 1, kind: i === 2 ? 4 : 1 }))
  return { pauses, heaps, clock: { performance: 5_000, monotonic: 6_000 } }
}
const window = { begin: 1.1e6, end: 1.5e6 }

test('pauses in the window count by kind; bytes are the heap’s growth between pauses', () => {
  const tally = new CollectionTally()
  tally.add(answer([50, 100, 200, 300, 500]), window, 400)
  const { kinds, p50, bytesPerRequest } = tally.figures
  assert.deepEqual(kinds, [
    { kind: 'scavenge', count: 2, p50: 2, p99: 4, max: 4, total: 6 },
    { kind: 'mark-sweep-compact', count: 1, p50: 3, p99: 3, max: 3, total: 3 },
  ])
  assert.equal(p50, 3)
  // 200 of 400 ms are between pauses, hence 200 requests, with 2 × 16,000 bytes.
  assert.equal(bytesPerRequest, 160)
})

test('bytes are unknown unless every pause has heap sizes, and without a collection all else is zero', () => {
  const tally = new CollectionTally()
  tally.add(answer([100, 200, 300], [{ before: 1, after: 0 }]), window, 400)
  assert.equal(tally.figures.bytesPerRequest, null)
  const none = new CollectionTally()
  none.add(answer([]), window, 400)
  assert.deepEqual(none.figures, { kinds: [], p50: 0, bytesPerRequest: null })
  assert.throws(() => none.add({ pauses: 1 }, window, 400))
})
