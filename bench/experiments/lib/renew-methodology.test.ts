import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../../shared/basics/root.ts'
import { readResult } from '../../../shared/result/file.ts'
import { METHODOLOGY } from './experiment.ts'
import { withAllExperiments } from './renew-methodology.ts'

test('METHODOLOGY says what the experiments’ files say', () => {
  const page = readFileSync(METHODOLOGY, 'utf8')
  assert.equal(
    page,
    withAllExperiments(page),
    'renew it: npm run experiment -- bench/experiments/lib/renew-methodology.ts',
  )
})

test('every result in the repository can be read, with its checksum', () => {
  for (const file of globSync('results/*/*Z.json', { cwd: ROOT })) readResult(join(ROOT, file))
})
