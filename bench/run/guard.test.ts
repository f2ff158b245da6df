import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TrialFailure } from '../server/trial-failure.ts'
import { Guard } from './guard.ts'

const phase = 'measurement'
const running = { exited: new Promise<never>(() => {}), withOutput: (message: string) => message }

/** A check that fails with each of the reasons in turn, then with the last one. */
function failing(...reasons: string[]): () => void {
  return () => {
    throw new TrialFailure(phase, (reasons.length > 1 ? reasons.shift() : reasons[0]) as string)
  }
}

test('a process whose connections closed before it was gone is named', async () => {
  const check = failing('8 connections were closed', '1 of 3 processes ended')
  await assert.rejects(new Guard(running).unlessEnded(phase, check), /1 of 3 processes ended/)
})

test('a failure with every process alive stays what it was', async () => {
  const check = failing('8 connections were closed')
  await assert.rejects(new Guard(running).unlessEnded(phase, check), /8 connections were closed/)
})

test('a check that succeeds is not repeated', async () => {
  let runs = 0
  await new Guard(running).unlessEnded(phase, () => {
    runs++
  })
  assert.equal(runs, 1)
})
