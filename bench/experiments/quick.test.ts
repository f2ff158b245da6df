import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quickRuns, reversedPairs } from './quick.ts'

const full = { a: 0.5, b: 0.45, c: 0.9 }

test('a pair counts where it is shown more than 25% apart the wrong way round', () => {
  assert.equal(reversedPairs({ a: 0.4, b: 0.49, c: 0.9 }, full), 0, '22% apart')
  assert.equal(reversedPairs({ a: 0.4, b: 0.51, c: 0.9 }, full), 1)
  assert.equal(reversedPairs({ a: 0.6, b: 0.3, c: 1.3 }, full), 1, 'of the baseline and c')
})

test('the page has the error, the share within the uncertainty, and reversed pairs', () => {
  const ratios = { a: 0.55, b: 0.45, c: 1.35 }
  const page = quickRuns.markdown({ full, quick: [{ ratios, uncertainty: 0.11 }] }, String)
  const rms = 100 * Math.sqrt((Math.log(1.1) ** 2 + Math.log(1.5) ** 2) / 3)
  assert.deepEqual(page.match(/[\d.]+%/g)?.slice(0, 2), [`${rms.toFixed(1)}%`, '66.7%'])
  assert.match(page, /wrong order: 1\./)
  assert.match(page, /\| a +\| +9\.5% \|/)
})
