import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TrialFailure } from '../host/trial-failure.ts'
import { assertPinned, assertWithinCpus } from './assert-at-home.ts'

test('CPU time may not exceed that of the server’s CPUs plus the tolerance', () => {
  assertWithinCpus('measurement', 0.52, 0.5, [1])
  assertWithinCpus('measurement', 2.1, 1, [1, 2])
  const failure = { name: 'Error', message: /^its processes used 129% of a CPU, more than the 100% of its CPUs/ }
  assert.throws(() => assertWithinCpus('measurement', 1.29, 1, [1]), failure)
})

test('a process that may run on other CPUs is named', { skip: process.platform !== 'linux' && 'no /proc' }, () => {
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
