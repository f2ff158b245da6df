import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closestWords, duration, unknownName } from './text.ts'

test('the closest words come first, ignoring case, up to the limit', () => {
  const words = ['empty body', 'truncated JSON', 'malformed JSON', 'id: 5']
  assert.equal(closestWords('malformd json', words, 3)[0], 'malformed JSON')
  assert.deepEqual(closestWords('emptybody', words, 1), ['empty body'])
  assert.equal(closestWords('x', words, 9).length, 4)
})

test('an unknown name comes with one that is like it, if there is one, and with all', () => {
  const names = ['express', 'fastify', 'koa']
  const all = 'are express, fastify, koa'
  assert.equal(
    unknownName('server', 'fastfy', names),
    `unknown server "fastfy": did you mean "fastify"? There ${all}`,
  )
  assert.equal(unknownName('server', 'nobody', names), `unknown server "nobody": there ${all}`)
})

test('durations are minutes and seconds', () => {
  const durations = {
    0: '0:00',
    0.4: '0:00',
    9: '0:09',
    59.6: '1:00',
    119.9: '2:00',
    3600: '60:00',
  }
  for (const [seconds, text] of Object.entries(durations))
    assert.equal(duration(Number(seconds)), text)
})
