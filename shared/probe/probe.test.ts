import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instructions } from '../probes/instructions.ts'
import { sampleMeasurement, sampleSubject } from '../test/measurements.ts'
import { rowsOf } from './probe.ts'

test('rows follow from the probe and the whole file, not from its subjects alone', () => {
  const subject = sampleSubject('express', [{ instructions: 2, others: 1, settled: 1 }])
  const file = sampleMeasurement(instructions, [subject])
  const marked = { ...instructions, caveats: [{ word: 'slow', meaning: '', applies: () => true }] }
  assert.equal(rowsOf(instructions, file)[0]?.marks, undefined)
  assert.equal(rowsOf(marked, file)[0]?.marks, '(slow)')
  const ofScenario = {
    ...marked,
    rows: ({ scenario }: typeof file) => [{ ...subject, name: `${scenario}` }],
  }
  assert.equal(rowsOf(ofScenario, file)[0]?.name, 'update-user')
  assert.equal(rowsOf(ofScenario, { ...file, scenario: 'hello' })[0]?.name, 'hello')
})
