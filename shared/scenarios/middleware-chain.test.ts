import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createRandom } from '../basics/random.ts'
import { anyValid, correct } from '../invariants/invariant-case.ts'
import { middlewareChain } from './middleware-chain.ts'

test('a plain request id must be kept, an unusual one may be replaced', () => {
  const { fuzz } = middlewareChain
  assert.ok(fuzz.from === 'calls')
  const load = fc.constant(correct(anyValid(middlewareChain, createRandom(1))))
  const sends = fc.sample(fuzz.calls(fc, { serial: fc.nat(), load }), { numRuns: 500, seed: 1 })
  const idsOf = (kind: string) =>
    sends
      .filter(({ allowed }) => allowed.kind === kind)
      .map(({ call }) => call.headers?.['x-request-id'] ?? '')
  assert.ok(idsOf('correct').length > 0)
  assert.deepEqual(
    idsOf('correct').filter((id) => !/^[\w=-]+$/.test(id)),
    [],
  )
  assert.ok(idsOf('conforming').some((id) => !/^[\w=-]+$/.test(id)))
})
