import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../../shared/basics/root.ts'
import { withRegions } from './experiment.ts'
import { allRegions } from './regions.ts'

test('pages show the figures of the experiments’ files, and the protocol of the code', () => {
  for (const [page, text] of withRegions(allRegions())) {
    const hint = `${page} is outdated: npm run experiment -- bench/experiments/lib/regions.ts`
    assert.equal(readFileSync(join(ROOT, page), 'utf8'), text, hint)
  }
})
