import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changed, listOf, readState, toggled, writeState } from './state.ts'

test('a state survives the address', () => {
  const state = new Map([
    ['pick', 'fastify,hono.bun'],
    ['q', 'a & b = c#d'],
    ['sort', '-p99'],
  ])
  assert.deepEqual(readState(writeState(state)), state)
  assert.match(writeState(state), /^#pick=fastify,hono\.bun&/)
})

test('the default state is an empty address', () => {
  assert.deepEqual(readState(''), new Map())
  assert.deepEqual(readState('#'), new Map())
  assert.equal(writeState(changed(readState('#q=a'), { q: '' })), '#')
})

test('a list contains a name once, in the order of choices', () => {
  assert.deepEqual(listOf(toggled(toggled(undefined, 'b'), 'a')), ['b', 'a'])
  assert.equal(toggled('a', 'a'), undefined)
})
