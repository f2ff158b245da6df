import assert from 'node:assert/strict'
import { test } from 'node:test'
import { behaviourTable } from './table.ts'

test('behaviors: one row each, most common outcome first', () => {
  const server = (name: string, outcome: string) => ({
    name,
    behaviours: [{ id: 'x', title: 'an `x` key', status: 200, outcome }],
  })
  const table = behaviourTable([
    server('a', '400'),
    server('b', 'stripped'),
    server('c', 'stripped'),
  ])
  const [first, second] = table.split('\n').filter((line) => /stripped|400/.test(line))
  assert.match(first ?? '', /│ an x key\s+│ stripped\s+│ b, c\s+│/)
  assert.match(second ?? '', /│\s+│ 400\s+│ a\s+│/)
})
