import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../basics/random.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import { disclosure } from '../test/samples.ts'
import { observedValidation, refutedClaims } from './observed.ts'

const { validation } = disclosure
const seen = (id: string, status: number, outcome: string) => ({ id, status, outcome })

test('claims that agree with observations, or were not observed, are kept', () => {
  const agreeing = [
    seen('unknown key', 200, 'stripped'),
    seen('id as a string', 400, '400'),
    seen('two fields wrong', 400, '400, names one'),
  ]
  for (const behaviours of [[], agreeing])
    assert.deepEqual(refutedClaims(validation, behaviours), [])
  // A rejection that names no field refutes neither claim.
  for (const errors of ['first', 'all'] as const) {
    const none = [seen('two fields wrong', 400, '400, names none')]
    assert.deepEqual(refutedClaims({ ...validation, errors }, none), [])
  }
})

test('a false claim is named with the observed value', () => {
  const behaviours = [
    seen('unknown key', 400, '400'),
    seen('id as a string', 200, 'accepted as 1'),
    seen('two fields wrong', 422, '422, names both'),
  ]
  assert.deepEqual(refutedClaims(validation, behaviours), [
    'its manifest says bench.validation.unknownKeys: stripped, but it is rejected',
    'its manifest says bench.validation.coerces: false, but it is true',
    'its manifest says bench.validation.errors: first, but it is all',
  ])
})

test('observed strictness is stated in the manifest’s terms, by scenario', () => {
  assert.deepEqual(observedValidation([]), {})
  const stripped = [
    seen('unknown key extra', 200, 'stripped'),
    seen('orders.0.total: "5"', 400, '400'),
    seen('two fields wrong', 400, '400, names both'),
  ]
  assert.deepEqual(observedValidation(stripped), {
    unknownKeys: 'stripped',
    coerces: false,
    errors: 'all',
  })
  const accepted = [seen('extra: "x"', 200, 'accepted'), seen('discount: "5"', 200, 'accepted')]
  assert.deepEqual(observedValidation(accepted), { unknownKeys: 'accepted', coerces: true })
})

test('each scenario with a body shows what happens to an unknown key', () => {
  for (const { name, route, contract } of scenarios.values()) {
    if (route.method === 'GET') continue
    const behaviours = contract(createRandom(1)).observed.map(({ id }) => seen(id, 400, '400'))
    assert.equal(observedValidation(behaviours).unknownKeys, 'rejected', name)
  }
})
