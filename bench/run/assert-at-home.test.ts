import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TrialFailure } from '../host/trial-failure.ts'
import { assertPinned, assertWithinCpus } from './assert-at-home.ts'

test('CPU time up to that of its CPUs and the account’s own grain passes, and no more', () => {
  assertWithinCpus('measurement', 0.52, 0.5, [1])
  assertWithinCpus('measurement', 2.1, 1, [1, 2])
  const failure = { name: 'Error', message: /^its processes used 129% of a CPU, and its CPUs have 100%/ }
  assert.throws(() => assertWithinCpus('measurement', 1.29, 1, [1]), failure)
})

test('a process that may run elsewhere is named', { skip: process.platform !== 'linux' && 'no /proc' }, () => {
  assertPinned(
    'measurement',
    [process.pid],
    Array.from({ length: 4096 }, (_, cpu) => cpu),
  )
  assert.throws(
    () => assertPinned('measurement', [process.pid], []),
    (error) => error instanceof TrialFailure && error.message.includes(`(pid ${process.pid}) may run on CPU `),
  )
})
