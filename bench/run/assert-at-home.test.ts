import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TrialFailure } from '../server/trial-failure.ts'
import { assertAtHome } from './assert-at-home.ts'

test('CPU time may not exceed that of the server’s CPUs plus the tolerance', () => {
  const check = (used: number, seconds: number, cpus: number[]) =>
    assertAtHome('measurement', { pids: [], cpus, seconds, used })
  check(0.52, 0.5, [1])
  check(2.1, 1, [1, 2])
  const failure = {
    name: 'Error',
    message: /^its processes used 129% of a CPU, more than the 100% of its CPUs/,
  }
  assert.throws(() => check(1.29, 1, [1]), failure)
})

test('a process that may run on other CPUs is named', {
  skip: process.platform !== 'linux' && 'no /proc',
}, () => {
  const check = (cpus: number[]) =>
    assertAtHome('measurement', { pids: [process.pid], cpus, seconds: 1, used: 0 })
  check(Array.from({ length: 4096 }, (_, cpu) => cpu))
  assert.throws(
    () => check([]),
    (error) =>
      error instanceof TrialFailure &&
      error.message.includes(`(pid ${process.pid}) may run on CPU `),
  )
})
