import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instrumentFiles, panelsOf, terminalText } from '../instrument.ts'
import { SAMPLE_SERVERS, storedLayers } from './fixtures.ts'
import layers from './instrument.ts'

const ruin = { ...SAMPLE_SERVERS[0], name: 'ruin', refusal: 'fell down' } as (typeof SAMPLE_SERVERS)[number]

test('a row per layer, from the bottom up; the server is named once', async () => {
  const stored = storedLayers({ servers: [...SAMPLE_SERVERS, ruin] })
  const files = await instrumentFiles(layers, [stored])
  const page = files.get('charts/published/layers/README.md') ?? ''
  for (const theme of ['light', 'dark']) {
    assert.match(files.get(`charts/published/layers/instructions.${theme}.svg`) ?? '', /^<svg [\s\S]+<\/svg>\n$/)
    assert.ok(page.includes(`"instructions.${theme}.svg"`))
  }
  assert.equal(files.size, 3)
  assert.match(
    page,
    /\n\| house \| whole \| 20,000 \| \S+ \|\s+\| 2\.50 \|\n\|\s+\| node:http \| 8,000 \| \S+ \| 40 \|/,
  )
  assert.match(page, /\| tower itself \| 13,000 \| \S+ \| 33 \|/)
  assert.doesNotMatch(page, /undefined|NaN|\| ruin/)
  assert.match(terminalText(layers, stored.file), /│ house +│ node 24\S* +│ whole[^\n]+\n│ +│ +│ node:http +│ +8,000 │/)
  assert.match(terminalText(layers, stored.file), /\nruin: disqualified: fell down$/)
})

test('a cost whose interval includes zero is marked', () => {
  const [tower, house, ground] = SAMPLE_SERVERS
  const [whole, ...rest] = ground?.variants ?? []
  const same = { ...ground, variants: [whole, { ...rest[0], instructions: whole?.instructions }] } as typeof ruin
  const { file } = storedLayers({ servers: [tower, house, same] as (typeof ruin)[] })
  assert.match(terminalText(layers, file), /│ validation +│ +~ 0 │/)
})

test('the report draws the layers of a server', () => {
  const [panel, ...others] = panelsOf(layers, storedLayers().file, 'house')
  assert.deepEqual([panel?.title, others.length], [layers.title, 0])
  assert.ok(panel && 'rows' in panel)
  assert.deepEqual(
    panel.rows.slice(0, 2).map(([layer]) => layer),
    ['whole', 'node:http'],
  )
  assert.deepEqual(panelsOf(layers, storedLayers().file, 'nobody'), [])
})
