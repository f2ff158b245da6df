import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instrumentFiles, panelsOf, terminalText } from '../instrument.ts'
import { SAMPLE_SERVERS, storedLayers } from './fixtures.ts'
import layers from './instrument.ts'

const ruin = { ...SAMPLE_SERVERS[0], name: 'ruin', refusal: 'fell down' } as (typeof SAMPLE_SERVERS)[number]

test('a row per layer, from the bottom up, in one or both metrics; the server is named once', async () => {
  const stored = storedLayers({ servers: [...SAMPLE_SERVERS, ruin] })
  const files = await instrumentFiles(layers, [stored])
  const page = files.get('charts/published/layers/README.md') ?? ''
  for (const measure of ['instructions', 'microseconds']) {
    for (const theme of ['light', 'dark']) {
      assert.match(files.get(`charts/published/layers/${measure}.${theme}.svg`) ?? '', /^<svg [\s\S]+<\/svg>\n$/)
      assert.ok(page.includes(`"${measure}.${theme}.svg"`))
    }
  }
  assert.equal(files.size, 5)
  assert.match(
    page,
    /\n\| house \| whole \| 20,000 \| \S+ \|\s+\| 2\.50 \| 5\.00 \|\s+\|\s+\| 2\.50 \|\n\|\s+\| node:http \| 8,000 \| \S+ \| 40% \|\s+\| 2\.00 \|/,
  )
  assert.match(page, /\| tower itself \| 13,000 \| \S+ \| 33% \|/)
  assert.doesNotMatch(page, /undefined|NaN|\| ruin/)
  assert.match(terminalText(layers, stored.file), /│ house +│ node 24\S* +│ whole[^\n]+\n│ +│ +│ node:http +│ +8,000 │/)
  assert.match(terminalText(layers, stored.file), /\nruin: disqualified: fell down$/)
  const { size } = await instrumentFiles(layers, [{ ...stored, file: { ...stored.file, counting: null } }])
  assert.equal(size, 3)
})

test('a cost whose interval includes zero is marked', async () => {
  const [tower, house, ground] = SAMPLE_SERVERS
  const [whole, ...rest] = ground?.variants ?? []
  const same = { ...ground, variants: [whole, { ...rest[0], microseconds: whole?.microseconds }] } as typeof ruin
  const { file } = storedLayers({ counting: null, servers: [tower, house, same] as (typeof ruin)[] })
  assert.match(terminalText(layers, file), /│ validation +│ +~ 0\.00 │/)
})

test('the report draws the layers of a server in each metric', () => {
  const panels = panelsOf(layers, storedLayers().file, 'house')
  assert.deepEqual(
    panels.map(({ title }) => title),
    ['Layer by layer, in instructions', 'Layer by layer, in µs'],
  )
  assert.ok(panels[0] && 'parts' in panels[0])
  assert.deepEqual(panels[0].parts[0]?.name, 'node:http')
  assert.deepEqual(panelsOf(layers, storedLayers().file, 'nobody'), [])
})
