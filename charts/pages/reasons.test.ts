import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elevenServers, inventedResult } from '../specs/fixture.ts'
import { reasonsText } from './reasons.ts'

test('groups with two ratios at least have a line, best first', () => {
  const servers = elevenServers.filter(({ name }) => ['http-node', 'express', 'typia', 'hono.bun'].includes(name))
  assert.equal(
    reasonsText(inventedResult(servers)),
    '- **The framework**, with the same hand-written validation: http-node 1.00, express 0.35.',
  )
})
