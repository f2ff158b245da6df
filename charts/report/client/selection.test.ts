import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedServer } from '../data.ts'
import { selected, sharedValues } from './selection.ts'
import { readState } from './state.ts'

const server = (
  name: string,
  kind: ListedServer['kind'],
  validator: string,
  runtime = 'node',
): ListedServer => ({
  name,
  displayName: name,
  kind,
  validator,
  runtime,
  isUnranked: false,
  family: name.split(/[-.]/)[0] as string,
  properties: [],
  violations: [],
  pages: [],
})

const servers = [
  server('http-node', 'bare', 'hand-written'),
  server('zod', 'validator', 'zod'),
  server('express', 'framework', 'hand-written'),
  server('express-zod', 'framework', 'zod'),
  server('fastify', 'framework', 'ajv'),
  server('hono.bun', 'framework', 'zod', 'bun'),
]

function namesOf(hash: string): string[] {
  const state = readState(hash)
  return selected(servers, (name) => state.get(name)).map(({ name }) => name)
}

test('a search finds each of its words, in names and validators', () => {
  for (const search of ['fastify, express', 'fastify express', ' fastify  express '])
    assert.deepEqual(namesOf(`#q=${search}`), ['express', 'express-zod', 'fastify'])
  assert.deepEqual(namesOf('#q=fastify zod'), ['zod', 'express-zod', 'fastify', 'hono.bun'])
  assert.deepEqual(namesOf('#q=ZOD'), ['zod', 'express-zod', 'hono.bun'])
  assert.deepEqual(namesOf('#q=,'), namesOf(''))
  assert.deepEqual(namesOf('#q=nothing'), [])
})

test('a name with spaces is found as a whole', () => {
  const named = { ...server('under', 'framework', 'ajv'), displayName: 'fastify with pressure' }
  const state = readState('#q=Fastify with')
  assert.deepEqual(
    selected([...servers, named], (name) => state.get(name)).map(({ name }) => name),
    ['under'],
  )
})

test('filters narrow each other; the values of one widen it', () => {
  assert.deepEqual(namesOf('#validator=zod&kind=framework'), ['express-zod', 'hono.bun'])
  assert.deepEqual(namesOf('#validator=zod,ajv&kind=framework&runtime=node'), [
    'express-zod',
    'fastify',
  ])
})

test('names and values that no server has are ignored, so that an old address shows servers', () => {
  assert.deepEqual(namesOf('#base=nope&pick=zzz&only=1'), namesOf(''))
  assert.deepEqual(namesOf('#runtime=zzz'), namesOf(''))
  assert.deepEqual(namesOf('#pick=zzz,fastify&only=1'), ['fastify'])
})

test('a filter offers values that several servers share, and families of frameworks only', () => {
  assert.deepEqual(sharedValues(servers, 'validator'), ['zod', 'hand-written'])
  assert.deepEqual(sharedValues(servers, 'family'), ['express'])
})
