import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Counter, CounterMissing } from './counter.ts'
import { selfCheck } from './counters.ts'
import { stubOf } from './stub.ts'

/** A counter that reports the same number for every program. */
function reporting(instructions: number): Counter {
  return {
    kind: 'qemu',
    title: 'a fake counter',
    emulates: true,
    amounts: { requests: 2, step: 1, shortestWarmUp: 1, longestWarmUp: 1 },
    prepare: async () => {},
    version: () => '1',
    countProgram: async () => instructions,
    start: () => Promise.reject(new Error('not supported')),
  }
}

const skip = !stubOf(1) && 'there is no stub for this architecture'

test('a counter that reads nothing is rejected', { skip }, async () => {
  for (const nothing of [0, Number.NaN]) {
    await assert.rejects(selfCheck(reporting(nothing)), (error) => {
      assert.ok(error instanceof CounterMissing)
      assert.match(error.message, /^qemu counts nothing where a program executes \d+/)
      return true
    })
  }
})

test('a counter that is 0.2% off is rejected, 0.05% off is accepted', { skip }, async () => {
  const { instructions } = stubOf(10_000_000) ?? assert.fail()
  await assert.rejects(selfCheck(reporting(instructions * 1.002)), /its counts are not reliable/)
  await assert.rejects(selfCheck(reporting(instructions * 0.998)), /its counts are not reliable/)
  assert.equal((await selfCheck(reporting(instructions * 1.0005))).expected, instructions)
})
