import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { middlewareChain } from '../../../shared/scenarios/middleware-chain.ts'
import { tokens } from './tokens.ts'

test('a request id is taken over where it has no character that a server may refuse, and is its own affair elsewhere', () => {
  const sends = fc.sample(tokens(middlewareChain), { numRuns: 500, seed: 1 })
  const idsOf = (kind: string) =>
    sends.filter(({ allowed }) => allowed.kind === kind).map(({ call }) => call.headers?.['x-request-id'] ?? '')
  assert.ok(idsOf('right').length > 0)
  assert.deepEqual(
    idsOf('right').filter((id) => !/^[\w=-]+$/.test(id)),
    [],
  )
  assert.ok(idsOf('lawful').some((id) => !/^[\w=-]+$/.test(id)))
})
