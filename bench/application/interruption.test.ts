import assert from 'node:assert/strict'
import { test } from 'node:test'
import { farewell, measuringBegins, resultIsWritten } from './interruption.ts'

test('an interruption after the result was written, as in publishing, says where it is', () => {
  assert.equal(farewell('SIGINT'), 'interrupted: no result was written')
  resultIsWritten('results/a.json')
  assert.equal(farewell('SIGINT'), 'interrupted: the result is in results/a.json')
  assert.equal(farewell('SIGTERM'), 'ended by SIGTERM: the result is in results/a.json')
  measuringBegins()
  assert.equal(farewell('SIGINT'), 'interrupted: no result was written', 'another scenario’s result is not this one’s')
})
