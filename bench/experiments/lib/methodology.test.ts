import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { METHODOLOGY } from './experiment.ts'
import { withAllExperiments } from './methodology.ts'

test('METHODOLOGY says what the experiments’ files say', () => {
  const page = readFileSync(METHODOLOGY, 'utf8')
  assert.equal(page, withAllExperiments(page), 'renew it: npm run experiment -- bench/experiments/lib/methodology.ts')
})
