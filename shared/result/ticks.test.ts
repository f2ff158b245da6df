import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startState, tickRatio, widestState } from './ticks.ts'

const counted = (...asStarted: number[]) => ({ name: 'one', asStarted, pinned: [100, 102], discarded: [140, 142] })

test('a server starts in the state that its processes are near to, and one between both is unclear', () => {
  assert.equal(startState(counted(100, 110)), 'not discarded')
  assert.equal(startState(counted(139, 130)), 'discarded')
  assert.equal(startState(counted(100, 139)), 'in either')
  assert.equal(startState(counted(100, 121)), 'unclear')
  assert.equal(tickRatio(counted(100, 102), 'discarded', 'asStarted'), 141 / 101)
})

test('the widest state is that whose processes differ most', () => {
  assert.equal(widestState([counted(100, 101), counted(100, 110)]), 1.1)
  assert.equal(widestState([]), 1)
})
