import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COST_STEPS } from '../../shared/result/cost.ts'
import { SAMPLE_LAYERS, SAMPLE_STEPS, sampleCost, sampleLibrary } from '../../shared/result/cost-fixtures.ts'
import { costTable } from './cost-table.ts'

const lineWith = (table: string, text: string) => table.split('\n').find((line) => line.includes(text)) ?? ''

test('a row a library for each measure; who was refused and who seems to do nothing stand below', () => {
  const idle = SAMPLE_STEPS.map((cost, step) => (COST_STEPS[step] === 'validate' ? 0 : cost))
  const refused = sampleLibrary('liar', SAMPLE_STEPS, { rungs: [], anchor: [], server: null, refusal: 'accepts {}' })
  const table = costTable(
    sampleCost({ libraries: [sampleLibrary('busy', SAMPLE_STEPS), sampleLibrary('idle', idle), refused] }),
  )
  assert.equal(table.split('│ busy ').length, 3)
  assert.match(lineWith(table, '│ busy '), /│ 40000 ±\d+ │.*│ +4000 ±\d+ │.*│ 66000 │ +66000 │ +1\.000 │$/)
  assert.match(lineWith(table, '│ idle '), /│ +~ 0 ±\d+ │/)
  assert.ok(table.includes('\nliar: refused: accepts {}\n'))
  assert.ok(table.endsWith('\nidle: validation costs nothing: does it do anything?'))
  assert.doesNotMatch(table, /│ liar|busy: validation/)
})

test('a row a layer, from the bottom up', () => {
  const table = costTable(sampleCost({ common: [], libraries: [], servers: SAMPLE_LAYERS }))
  assert.match(
    table,
    /│ house +│ whole: × 2\.50 +│ +20000 ±\d+ │\n│ +│ node:http +│ +8000 ±\d+ │\n│ +│ routing +│ +4000 ±/,
  )
})
