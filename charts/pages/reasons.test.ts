import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedResult, markedServers } from '../test/run-fixture.ts'
import { reasonsText } from './reasons.ts'

test('groups with at least two ratios have a line, best first', () => {
  const servers = markedServers.filter(({ name }) =>
    ['http-node', 'express', 'typia', 'hono.bun'].includes(name),
  )
  assert.equal(
    reasonsText(inventedResult(servers)),
    '- **The framework** (its defaults in parentheses), with the same hand-written validation: http-node 1.00, express (ETag, X-Powered-By, body limit) 0.35.',
  )
})
