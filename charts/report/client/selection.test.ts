import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedServer, ReportData } from '../data.ts'
import { selection, sharedValues } from './selection.ts'
import { readState } from './state.ts'

const server = (
  name: string,
  kind: ListedServer['kind'],
  validator: string,
  runtime = 'node',
): ListedServer => ({
  ...{ name, displayName: name, kind, validator, runtime, isUnranked: false },
  family: name.split(/[-.]/)[0] as string,
  properties: [],
  ...{ panels: [], found: [] },
})

const servers = [
  server('http-node', 'bare', 'hand-written'),
  server('zod', 'validator', 'zod'),
  server('express', 'framework', 'hand-written'),
  server('express-zod', 'framework', 'zod'),
  server('fastify', 'framework', 'ajv'),
  server('hono.bun', 'framework', 'zod', 'bun'),
]

const data = { servers } as ReportData

function selected(hash: string): string[] {
  const state = readState(hash)
  return servers.filter(selection({ data, get: (name) => state.get(name) })).map(({ name }) => name)
}

test('a search has terms that commas separate, of names and validators', () => {
  assert.deepEqual(selected('#q=fastify, express'), ['express', 'express-zod', 'fastify'])
  assert.deepEqual(selected('#q=ZOD'), ['zod', 'express-zod', 'hono.bun'])
  assert.deepEqual(selected('#q=,'), selected(''))
  assert.deepEqual(selected('#q=nothing'), [])
})

test('filters narrow each other; the values of one widen it', () => {
  assert.deepEqual(selected('#validator=zod&kind=framework'), ['express-zod', 'hono.bun'])
  assert.deepEqual(selected('#validator=zod,ajv&kind=framework&runtime=node'), [
    'express-zod',
    'fastify',
  ])
})

test('names and values that no server has are ignored, so that an old address shows servers', () => {
  assert.deepEqual(selected('#base=nope&pick=zzz&only=1'), selected(''))
  assert.deepEqual(selected('#runtime=zzz'), selected(''))
  assert.deepEqual(selected('#pick=zzz,fastify&only=1'), ['fastify'])
})

test('a filter offers values that several servers share, and families of frameworks only', () => {
  assert.deepEqual(sharedValues(servers, 'validator'), ['zod', 'hand-written'])
  assert.deepEqual(sharedValues(servers, 'family'), ['express'])
})
