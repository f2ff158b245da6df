import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ifInterrupted, interruptionLine, resumeHint } from './interruption.ts'

test('an interruption says how to continue, or where the result is', () => {
  assert.equal(interruptionLine('SIGINT'), 'interrupted: no result was written')
  ifInterrupted(resumeHint('results/a.json', 2))
  assert.equal(
    interruptionLine('SIGTERM'),
    'ended by SIGTERM: 2 rounds kept: npm run bench -- run --resume results/a.json continues',
  )
  ifInterrupted('the result is in results/a.json')
  assert.equal(interruptionLine('SIGINT'), 'interrupted: the result is in results/a.json')
  ifInterrupted()
  assert.equal(interruptionLine('SIGINT'), 'interrupted: no result was written')
})
