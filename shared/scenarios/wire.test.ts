import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Route, wires } from './wire.ts'

const route: Route = { method: 'POST', path: '/update/user', procedure: 'updateUser' }

test('plain: the argument is the body, the answer is the body', () => {
  assert.deepEqual(wires.plain.encode(route, '{"id":1}'), {
    method: 'POST',
    path: '/update/user',
    headers: { 'content-type': 'application/json' },
    body: '{"id":1}',
  })
  assert.equal(wires.plain.encode({ ...route, method: 'GET' }, '').method, 'GET')
  assert.deepEqual(wires.plain.decode(route, { id: 1 }), { id: 1 })
})

test('mion: the argument is the only one of the procedure, the answer is under its name', () => {
  const request = wires.mion.encode(route, '{"id":1}')
  assert.deepEqual(request, {
    method: 'POST',
    path: '/updateUser',
    headers: { 'content-type': 'application/json' },
    body: '{"updateUser":[{"id":1}]}',
  })
  assert.deepEqual(wires.mion.decode(route, { updateUser: { id: 1 } }), { id: 1 })
})

test('mion: an answer without the envelope is no answer', () => {
  for (const body of [null, 5, 'text', [], {}, { id: 1 }, { other: {} }]) {
    assert.equal(wires.mion.decode(route, body), undefined, JSON.stringify(body))
  }
})

test('text that only JSON can carry, and malformed text, come through unchanged', () => {
  for (const json of ['{"__proto__":{"a":1}}', '{"id":1e999}', '{"id";1}']) {
    assert.equal(wires.plain.encode(route, json).body, json)
    assert.ok(wires.mion.encode(route, json).body.includes(json))
  }
})
