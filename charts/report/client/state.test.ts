import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changed, listOf, permalinkOf, readState, toggled, writeState } from './state.ts'

test('a state survives the address', () => {
  const state = new Map([
    ['pick', 'fastify,hono.bun'],
    ['q', 'a & b = c#d'],
    ['sort', '-p99'],
    ['matter.rate', ''],
  ])
  assert.deepEqual(readState(writeState(state)), state)
  assert.match(writeState(state), /^#pick=fastify,hono\.bun&/)
})

test('the default state is an empty address', () => {
  assert.deepEqual(readState(''), new Map())
  assert.equal(writeState(changed(readState('#q=a'), { q: undefined })), '#')
})

test('a list contains a name once, in the order of choices', () => {
  assert.deepEqual(listOf(toggled(toggled(undefined, 'b'), 'a')), ['b', 'a'])
  assert.equal(toggled('a', 'a'), undefined)
})

test('Markdown of a badge names its file, and leads to its row in the report', () => {
  const site = 'https://example.github.io/suite/'
  const scenario = { name: 'update-user', title: 'Update user' }
  const { row, markdown } = permalinkOf(`${site}#open=koa`, scenario, 'hono.bun')
  const [, badge = '', link = ''] = /\?url=([^)]+)\)\]\((.+)\)$/.exec(markdown) ?? []
  assert.equal(decodeURIComponent(badge), `${site}data/badge/hono.bun/update-user.json`)
  assert.equal(link, row)
  assert.equal(row, `${site}#scenario=update-user&open=hono.bun`)
})
