import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { UsageError } from '../basics/errors.ts'
import { temporaryDirectory, writeTree } from '../basics/testing.ts'
import { readTicks, startState, tickRatio, widestState } from './ticks.ts'

const counted = (...asStarted: number[]) => ({ name: 'one', asStarted, held: [100, 102], collected: [140, 142] })

test('a server starts in the state that its processes are near to, and one between both is unclear', () => {
  assert.equal(startState(counted(100, 110)), 'not collected')
  assert.equal(startState(counted(139, 130)), 'collected')
  assert.equal(startState(counted(100, 139)), 'in either')
  assert.equal(startState(counted(100, 121)), 'unclear')
  assert.equal(tickRatio(counted(100, 102), 'collected', 'asStarted'), 141 / 101)
})

test('the widest state is that whose processes differ most', () => {
  assert.equal(widestState([counted(100, 101), counted(100, 110)]), 1.1)
  assert.equal(widestState([]), 1)
})

test('figures are read where there are some; a broken file is one line that names it', (t) => {
  const root = temporaryDirectory(t)
  assert.equal(readTicks(root), null)
  const figures = { node: '24.0.0', version: 'a counter', servers: [counted(1)] }
  const file = { madeAt: '2026-01-01T00:00:00.000Z', commit: null, figures }
  writeTree(join(root, 'results/experiments'), { 'ticks.json': file })
  assert.deepEqual(readTicks(root), figures)
  writeTree(join(root, 'results/experiments'), {
    'ticks.json': { figures: { ...figures, servers: [{ name: 'one' }] } },
  })
  assert.throws(
    () => readTicks(root),
    (error: Error) =>
      error instanceof UsageError &&
      /^results\/experiments\/ticks\.json holds .*asStarted/.test(error.message) &&
      !error.message.includes('\n'),
  )
})
