import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CounterMissing, selfCheck } from './counter.ts'
import { stubOf } from './stub.ts'

const reporting = (instructions: number) => async () => instructions

const skip = !stubOf(1) && 'there is no stub for this architecture'

test('a counter that reads nothing is rejected', { skip }, async () => {
  for (const nothing of [0, Number.NaN]) {
    await assert.rejects(selfCheck(reporting(nothing)), (error) => {
      assert.ok(error instanceof CounterMissing)
      assert.match(error.message, /: qemu-\w+ counts nothing where a program executes \d+/)
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
