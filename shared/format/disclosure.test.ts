import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disclosure } from '../test/samples.ts'
import { type Validation, validationText } from './disclosure.ts'

test('formats the validator', () => {
  const text = (change: Partial<Validation>) =>
    validationText({ ...disclosure.validation, ...change })
  assert.equal(text({}), 'hand-written')
  assert.equal(text({ by: 'library', library: 'joi' }), 'joi')
  assert.equal(text({ by: 'library', library: 'zod', how: 'jit' }), 'zod (jit)')
  assert.equal(text({ by: 'framework', library: 'ajv', how: 'jit' }), 'built-in: ajv (jit)')
  assert.equal(text({ by: 'framework', how: 'ahead-of-time' }), 'built-in (ahead-of-time)')
})
