import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refutedClaims, type Validation, validationText } from './disclosure.ts'
import { disclosure } from './samples.ts'

const { validation } = disclosure
const seen = (id: string, status: number, outcome: string) => ({ id, status, outcome })

test('claims that agree with what was seen, or of which nothing was seen, stand', () => {
  assert.deepEqual(refutedClaims(validation, []), [])
  const behaviours = [
    seen('unknown key', 200, 'stripped'),
    seen('id as a string', 400, '400'),
    seen('two fields wrong', 400, '400, names one'),
  ]
  assert.deepEqual(refutedClaims(validation, behaviours), [])
})

test('a refusal that names no field refutes neither claim', () => {
  for (const errors of ['first', 'all'] as const) {
    const behaviours = [seen('two fields wrong', 400, '400, names none')]
    assert.deepEqual(refutedClaims({ ...validation, errors }, behaviours), [])
  }
})

test('a claim that is not so is named with what is', () => {
  const behaviours = [
    seen('unknown key', 400, '400'),
    seen('id as a string', 200, 'accepted as 1'),
    seen('two fields wrong', 422, '422, names both'),
  ]
  assert.deepEqual(refutedClaims(validation, behaviours), [
    'its manifest says bench.validation.unknownKeys: stripped, and it is rejected',
    'its manifest says bench.validation.coerces: false, and it is true',
    'its manifest says bench.validation.errors: first, and it is all',
  ])
})

test('who validates in a few words', () => {
  const text = (change: Partial<Validation>) => validationText({ ...validation, ...change })
  assert.equal(text({}), 'hand-written')
  assert.equal(text({ by: 'library', library: 'joi' }), 'joi')
  assert.equal(text({ by: 'library', library: 'zod', how: 'jit' }), 'zod (jit)')
  assert.equal(text({ by: 'framework', library: 'ajv', how: 'jit' }), 'built-in: ajv (jit)')
  assert.equal(text({ by: 'framework', how: 'ahead-of-time' }), 'built-in (ahead-of-time)')
})
