import assert from 'node:assert/strict'
import { test } from 'node:test'
import { interleaved } from './interleaved.ts'

const figures = {
  halfWidths: { express: 0.05, 'http-node.copy': 0.1 },
  trials: [{ server: 'express', runtime: 'node', requestsPerSecond: [1000, 700], memory: [50, 30] }],
}

test('figures that name no load generator are said to be from before the suite had its own, as are their intervals', () => {
  const old = interleaved.markdown(figures)
  assert.match(
    old,
    /\n\nThis was measured before there was the suite’s own load generator, .* of the method of that time/,
  )
  assert.match(old, /were ±5\.0% to ±10\.0% wide/)
  const recent = interleaved.markdown({ ...figures, generator: 'builtin 1' })
  assert.match(recent, /\n\nThe load generator was `builtin 1`\.\n/)
  assert.doesNotMatch(recent, /measured before/)
})
