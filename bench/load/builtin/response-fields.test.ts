import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endingIn } from './response-fields.ts'

const keepAlive = (value: string) => endingIn({ 'keep-alive': value })

test('a connection that is kept for three seconds or less ends, by the parameter of that name alone', () => {
  for (const short of ['timeout=1', 'timeout=3', 'max=5, timeout=0', 'max=5,Timeout=1'])
    assert.equal(keepAlive(short), `Keep-Alive: ${short}`)
  for (const long of ['timeout=4', 'timeout=60, max=1', 'x-timeout=1, timeout=60', 'max=1', ''])
    assert.equal(keepAlive(long), null)
})
