import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ticksLine } from './ticks.ts'

test('of a server it says in which state it starts, and what the other would change', () => {
  const server = { name: 'nest', asStarted: [140], held: [105], collected: [140] }
  const figures = { node: '24.0.0', version: 'a counter', servers: [server] }
  const line = ticksLine(figures, 'nest', (target) => `../${target}`)
  assert.match(line, /\(\.\.\/METHODOLOGY\.md#two-states-of-one-warm-server\) its processes start in the slow one/)
  assert.match(line, /\. With a tick held a request would have 25% fewer instructions\.$/)
  const fast = { ...figures, servers: [{ ...server, asStarted: [105] }] }
  assert.match(
    ticksLine(fast, 'nest', String),
    /start in the fast one\. Once it has rested .* a request has 33% more instr/,
  )
  assert.equal(ticksLine(figures, 'another', String), '')
  assert.equal(ticksLine(null, 'nest', String), '')
})
