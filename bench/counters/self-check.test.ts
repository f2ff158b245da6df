import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Counter, CounterMissing } from './counter.ts'
import { selfCheck } from './counters.ts'
import { stubOf } from './stub.ts'

/** A counter that tells of every program the same number. */
function telling(instructions: number): Counter {
  return {
    kind: 'qemu',
    title: 'a counter that tells what it likes',
    emulates: true,
    amounts: { requests: 2, step: 1, shortestWarmUp: 1, longestWarmUp: 1 },
    prepare: async () => {},
    version: () => '1',
    countProgram: async () => instructions,
    start: () => Promise.reject(new Error('it starts nothing')),
  }
}

const skip = !stubOf(1) && 'no stub is written for this architecture'

test('a counter that reads nothing refuses', { skip }, async () => {
  for (const nothing of [0, Number.NaN]) {
    await assert.rejects(selfCheck(telling(nothing)), (error) => {
      assert.ok(error instanceof CounterMissing)
      assert.match(error.message, /^qemu counts nothing where a program executes \d+/)
      return true
    })
  }
})

test('a counter that is 0.2% off refuses, and one that is 0.05% off is believed', { skip }, async () => {
  const { instructions } = stubOf(10_000_000) ?? assert.fail()
  await assert.rejects(selfCheck(telling(instructions * 1.002)), /its counts can't be trusted/)
  await assert.rejects(selfCheck(telling(instructions * 0.998)), /its counts can't be trusted/)
  assert.equal((await selfCheck(telling(instructions * 1.0005))).expected, instructions)
})
