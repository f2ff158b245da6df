import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disclosure } from '../../shared/test/samples.ts'
import { type Invented, inventedResult, tableCells } from '../test/run-fixture.ts'
import { likeForLike, needsText } from './picks.ts'

const by = (library: string, details: Invented['details'] = {}) => ({
  details: {
    validation: { ...disclosure.validation, by: 'library', library } as const,
    ...details,
  },
})
const bare = { router: false, packages: { zod: '1.2.3', valibot: '1.2.3', typebox: '4.5.6' } }

const servers: Invented[] = [
  { name: 'http-node', requestsPerSecond: 100_000 },
  { name: 'zod', requestsPerSecond: 90_000, rank: 2, ...by('zod', bare) },
  { name: 'valibot', requestsPerSecond: 89_000, rank: 2, ...by('valibot', bare) },
  { name: 'a-layer-with-typebox', requestsPerSecond: 88_000, ...by('typebox', bare) },
  { name: 'fastify', requestsPerSecond: 80_000 },
  { name: 'fastify-zod', requestsPerSecond: 70_000, ...by('zod', { packages: { zod: '4.6.7' } }) },
  { name: 'express-zod', requestsPerSecond: 40_000, ...by('zod') },
  {
    name: 'mion',
    requestsPerSecond: 35_000,
    caveats: [{ kind: 'accepts-invalid', trials: 5, message: 'accepts null' }],
    details: { wire: 'mion' },
  },
  {
    name: 'trpc',
    requestsPerSecond: 20_000,
    ...by('zod', { wire: 'trpc', packages: { zod: '3.25.0' } }),
  },
]

test('each need names its first servers, and none that accepts invalid data', () => {
  assert.deepEqual(needsText(inventedResult(servers), 'sury 504 ns').split('\n'), [
    'Requests/s as a multiple of plain `node:http`:',
    '',
    '- **A framework with zod, on Node.js**: fastify-zod 0.70, express-zod 0.40, trpc 0.20; [like for like](charts/published/update-user#with-zod).',
    '- **A validator, on bare node:http**: zod 0.90, valibot 0.89 (tied); [without HTTP](charts/published/validators): sury 504 ns.',
  ])
  assert.equal(needsText(inventedResult(servers.slice(0, 2))), '')
})

test('frameworks with zod are beside their own way of validating, if there are enough', () => {
  assert.deepEqual(tableCells(likeForLike(inventedResult(servers))), [
    ['zod', '1.2.3', '0.900 ± 1.2%', '1.000', 'hand-written'],
    ['fastify-zod', '4.6.7', '0.700 ± 1.2%', '0.800 ± 1.2%', 'hand-written'],
    ['express-zod', '', '0.400 ± 1.2%', '', ''],
    ['trpc', '3.25.0', '0.200 ± 1.2%', '', ''],
  ])
  const { length } = likeForLike(inventedResult(servers, { scenario: 'hello' }))
  assert.equal(length, 0, 'nothing is validated')
  assert.equal(likeForLike(inventedResult(servers.slice(0, 2))), '')
})
