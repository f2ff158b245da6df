import assert from 'node:assert/strict'
import { test } from 'node:test'
import { interruptionLine, measuringBegins, resultIsWritten, roundsAreKept } from './interruption.ts'

test('an interruption says how to go on, or where the result is, as in publishing', () => {
  assert.equal(interruptionLine('SIGINT'), 'interrupted: no result was written')
  roundsAreKept('results/a.journal.jsonl', 0)
  assert.equal(interruptionLine('SIGINT'), 'interrupted: no result was written', 'without a round nothing is lost')
  roundsAreKept('results/a.journal.jsonl', 2)
  assert.equal(
    interruptionLine('SIGTERM'),
    'ended by SIGTERM: 2 rounds measured; npm run bench -- run --resume results/a.journal.jsonl goes on',
  )
  resultIsWritten('results/a.json')
  assert.equal(interruptionLine('SIGINT'), 'interrupted: the result is in results/a.json')
  assert.equal(interruptionLine('SIGTERM'), 'ended by SIGTERM: the result is in results/a.json')
  measuringBegins()
  assert.equal(
    interruptionLine('SIGINT'),
    'interrupted: no result was written',
    'another scenario’s result is not this one’s',
  )
})
