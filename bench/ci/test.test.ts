import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countsOf } from './test.ts'

const summary = (pass: number, fail: number, cancelled = 0) =>
  `✔ a test that says\nℹ pass 9\nℹ tests 7\nℹ suites 2\nℹ pass ${pass}\nℹ fail ${fail}\nℹ cancelled ${cancelled}\nℹ skipped 3\nℹ todo 0\n`

test('tests are counted from their summary; other steps count as one', () => {
  assert.deepEqual(countsOf(summary(12, 0), 0), { passed: 12, failed: 0, skipped: 3 })
  assert.deepEqual(countsOf(summary(1, 2, 1), 1), { passed: 1, failed: 3, skipped: 3 })
  assert.deepEqual(countsOf('', 0), { passed: 1, failed: 0, skipped: 0 })
  assert.deepEqual(countsOf('error TS2322', 2), { passed: 0, failed: 1, skipped: 0 })
  assert.deepEqual(countsOf(summary(12, 0), 137), { passed: 12, failed: 1, skipped: 3 })
})
