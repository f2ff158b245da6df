import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_LAYERS } from '../../shared/result/layers.ts'
import { storedLayers } from '../../shared/result/layers-fixtures.ts'
import { LAYERS_PATH } from '../text/paths.ts'
import { layersPages } from './layers.ts'

test('layers stand in a table and a chart in both themes for each measure that there is', async () => {
  const stored = storedLayers()
  const files = await layersPages({ instructions: stored, microseconds: stored })
  const page = files.get(LAYERS_PATH) ?? ''
  for (const measure of ['instructions', 'microseconds'] as const) {
    for (const theme of ['light', 'dark'] as const) {
      assert.match(files.get(`charts/published/layers/${measure}.${theme}.svg`) ?? '', /^<svg [\s\S]+<\/svg>\n$/)
      assert.ok(page.includes(`"${measure}.${theme}.svg"`))
    }
  }
  assert.equal(files.size, 5)
  assert.match(
    page,
    /\n\| house \| whole: × 2\.50 of node:http \| 20,000 \| \S+ \|\s+\|\n\| *\| node:http \| 8,000 \| \S+ \| 40% \|\n/,
  )
  assert.match(page, /\| tower itself \| 13,000 \| \S+ \| 33% \|/)
  assert.match(page, /\n\| *\| node:http \| 2\.00 \| \S+ \| 40% \|\n/)
  assert.doesNotMatch(page, /undefined|NaN/)
  assert.equal((await layersPages({ ...NO_LAYERS, microseconds: stored })).size, 3)
  assert.equal((await layersPages(NO_LAYERS)).size, 0)
})
