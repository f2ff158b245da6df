import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countOperation } from './count-operation.ts'

const AMOUNTS = { calls: 20, warmUp: 30, step: 5, longest: 40, doublings: 3 }

/** Counts an operation with the given instructions per call in each counted batch. */
async function counts(perCall: (batch: number) => number) {
  const asked: string[] = []
  let batch = 0
  let calls = 0
  const ask = async (name: string, asks: object = {}) => {
    asked.push(name)
    if ('calls' in asks) calls = Number(asks.calls)
    return null as never
  }
  const countable = {
    during: async (work: () => Promise<void>) => {
      await work()
      return { javascript: perCall(batch++) * calls, others: calls }
    },
  }
  return { counted: await countOperation(ask, countable, 'validate', AMOUNTS), asked, batches: batch }
}

test('halves that agree are enough', async () => {
  const { counted, asked, batches } = await counts((batch) => (batch < 2 ? 900 : 100))
  assert.deepEqual(counted, { instructions: 100, settled: true })
  assert.equal(batches, 5 + 2)
  // Three uncounted batches come first; every batch is verified.
  assert.equal(asked.filter((name) => name === 'verify').length, 3 + batches)
})

test('with occasional garbage collection, calls are doubled until the halves agree, and all count', async () => {
  // The unsettled warm-up takes eight batches.
  const { counted } = await counts((batch) => (batch % 3 === 0 ? 112 : 100))
  assert.equal(counted.settled, true)
  assert.equal(counted.instructions, 103.75)
})

test('an operation whose counts keep changing is unsettled', async () => {
  const { counted } = await counts((batch) => 100 + 5 * batch)
  assert.equal(counted.settled, false)
})
