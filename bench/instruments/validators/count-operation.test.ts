import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AMOUNTS, countOperation } from './count-operation.ts'

/** Counts an operation with the given instructions per call in each counted half. */
async function counts(...perCall: number[]) {
  const asked: string[] = []
  let calls = 0
  const ask = async (name: string, asks: object = {}) => {
    asked.push(name)
    if ('calls' in asks) calls = Number(asks.calls)
    return null as never
  }
  const countable = {
    during: async (work: () => Promise<void>) => {
      await work()
      return { javascript: Number(perCall.shift()) * calls, others: calls }
    },
  }
  return { counted: await countOperation(ask, countable, 'validate'), asked }
}

test('an operation is warmed up, then counted in two halves, and all results are verified', async () => {
  const { counted, asked } = await counts(100, 101)
  assert.deepEqual(counted, { instructions: 100.5, settled: true })
  const batches = (AMOUNTS.warmUp + AMOUNTS.calls) / (AMOUNTS.calls / 2)
  assert.deepEqual(
    asked,
    Array.from({ length: batches }, () => ['prepare', 'call', 'verify']).flat(),
  )
})

test('an operation whose halves differ by more than 2% is unsettled', async () => {
  const { counted } = await counts(100, 103)
  assert.equal(counted.settled, false)
})
