import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleValidators } from '../../test/validators.ts'
import { summarized } from './summary.ts'

test('a time is the mean over processes minus the loop, with an interval', () => {
  const [zod] = summarized(sampleValidators({ zod: { times: [100, 102, 104] } }))
  const { nanoseconds, instructions } = zod?.summary.operations.validate ?? assert.fail()
  assert.equal(nanoseconds.value, 100)
  // Student's t for two degrees of freedom is 4.303; the standard deviation is 2.
  assert.ok(Math.abs((nanoseconds.high ?? 0) - (100 + (4.303 * 2) / Math.sqrt(3))) < 0.01)
  assert.equal(instructions, null)
})
