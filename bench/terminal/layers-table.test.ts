import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_SERVERS, sampleLayers } from '../../shared/result/layers-fixtures.ts'
import { layersTable } from './layers-table.ts'

test('a row a layer, from the bottom up, for each measure; who was refused stands below', () => {
  const refused = { ...SAMPLE_SERVERS[0], name: 'ruin', refusal: 'fell down' } as (typeof SAMPLE_SERVERS)[number]
  const table = layersTable(sampleLayers({ servers: [...SAMPLE_SERVERS, refused] }))
  assert.match(
    table,
    /│ house +│ whole: × 2\.50 +│ +20000 ±\d+ │\n│ +│ node:http +│ +8000 ±\d+ │\n│ +│ routing +│ +4000 ±/,
  )
  assert.equal(table.split('│ house ').length, 3)
  assert.doesNotMatch(table, /│ ruin/)
  assert.match(table, /\nruin: .*fell down$/)
})
