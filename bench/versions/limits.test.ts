import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitOf, limitsText } from './limits.ts'
import { parseLimits } from './metrics.ts'

test('a limit is for a metric, or for all that are not named', () => {
  const limits = parseLimits('instructions=1%, 3%')
  assert.deepEqual(
    ['instructions', 'requests'].map((name) => limitOf(limits, name)),
    [0.01, 0.03],
  )
  assert.equal(limitsText(limits), 'instructions=1%,3%')
  assert.equal(limitOf(parseLimits('requests=5%'), 'bundle'), undefined)
  for (const [wrong, reason] of [
    ['3', /takes a percentage/],
    ['speed=3%', /speed is none of .*instructions/],
    ['1%,2%', /one percentage per metric/],
    ['instructions=', /takes a percentage/],
    ['=1%', / is none of /],
  ] as const)
    assert.throws(() => parseLimits(wrong), reason, wrong)
})
