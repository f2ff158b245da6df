import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyOf, inventedResult, refused, threeServers } from '../specs/fixture.ts'
import { noiseFloorText } from './noise-floor.ts'

const result = inventedResult(threeServers)

test('the noise floor is told in words', () => {
  const told = (ratio: Parameters<typeof copyOf>[1]) => noiseFloorText({ ...result, copy: copyOf(result, ratio) })
  assert.equal(noiseFloorText(result), '')
  assert.equal(
    told({ ratio: 1.002, low: 0.99, high: 1.014 }),
    'Noise floor: the baseline, http-node, was measured twice under two names: ratio 1.002, 95% interval 0.990–1.014 (±1.2%): a tie, as it must be.',
  )
  assert.match(told({ ratio: 1.02, low: 1.01, high: 1.03 }), /1\.010–1\.030 \(±1\.0%\): \*\*not\*\* a tie/)
  assert.match(told({ ratio: 1.02, low: null, high: null }), /ratio 1\.020, from too few rounds/)
  const lost = { ...result, copy: { ...copyOf(result, null), ...refused } }
  assert.match(noiseFloorText(lost), /and the second was refused: 12 of 4,000/)
})
