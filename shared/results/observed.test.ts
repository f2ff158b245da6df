import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedDates, observedValidation, refutedClaims } from './observed.ts'
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

test('what was taken for a date is said, and nothing where all was rejected', () => {
  const accepted = [
    seen('date: null', 200, 'accepted as x'),
    seen('date: true', 400, '400'),
    seen('date: a number', 200, 'accepted as x'),
  ]
  assert.equal(acceptedDates(accepted), 'accepts null and numbers as a date')
  assert.equal(acceptedDates([seen('date: null', 400, '400')]), undefined)
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

test('what is observed of strictness is told in the words of the manifest, scenario by scenario', () => {
  assert.deepEqual(observedValidation([]), {})
  assert.deepEqual(
    observedValidation([
      seen('unknown key extra', 200, 'stripped'),
      seen('orders.0.total: "5"', 400, '400'),
      seen('two fields wrong', 400, '400, names both'),
    ]),
    { unknownKeys: 'stripped', coerces: false, errors: 'all' },
  )
  assert.deepEqual(observedValidation([seen('extra: "x"', 200, 'accepted'), seen('discount: "5"', 200, 'accepted')]), {
    unknownKeys: 'accepted',
    coerces: true,
  })
  assert.deepEqual(observedValidation([seen('unknown key', 422, '422')]), { unknownKeys: 'rejected' })
})
