import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disclosure } from '../../shared/results/samples.ts'
import { elevenServers, inventedResult } from '../draw/fixture.ts'
import { reasonsText } from './reasons.ts'

test('groups with at least two ratios have a line, best first', () => {
  const servers = elevenServers
    .filter(({ name }) => ['http-node', 'express', 'typia', 'hono.bun'].includes(name))
    .map((server) => (server.name === 'http-node' ? { ...server, change: { router: false } } : server))
  assert.equal(
    reasonsText(inventedResult(servers)),
    '- **The framework**, with the same hand-written validation (in brackets: its defaults): http-node (none) 1.00, express (ETag, X-Powered-By, body limit) 0.35.',
  )
})

test('a validator that differs is named', () => {
  const by = (library: string) => ({ validation: { ...disclosure.validation, by: 'library', library } as const })
  const servers = [
    { name: 'http-node', requestsPerSecond: 50_000 },
    { name: 'valibot', requestsPerSecond: 60_000, change: by('valibot') },
    { name: 'hono', requestsPerSecond: 40_000 },
    { name: 'hono-zod', requestsPerSecond: 30_000, change: by('zod') },
  ]
  assert.deepEqual(reasonsText(inventedResult(servers)).split('\n').slice(1), [
    '- **The validator**, on bare node:http: valibot 1.20, http-node (hand-written) 1.00.',
    '- **The validator**, in one framework: hono (hand-written) 0.80, hono-zod (zod) 0.60.',
  ])
})
