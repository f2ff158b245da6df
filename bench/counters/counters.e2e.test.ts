import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPath } from '../../shared/basics/on-path.ts'
import { runProgram } from '../processes/run-program.ts'
import { counterOrSkip } from '../test/counting.ts'
import { commandLine, runDirectory } from '../test/testing.ts'
import { readyCallgrind } from './callgrind.ts'
import { checkTool } from './counter.ts'
import { QEMU } from './qemu.ts'

test('an emulated process has constant addresses', async (t) => {
  if (!(await counterOrSkip(t))) return
  const maps = async () =>
    (await runProgram(QEMU, ['-cpu', 'max', '/bin/cat', '/proc/self/maps'])).stdout
  const [first, ...others] = [await maps(), await maps(), await maps()]
  assert.match(first ?? '', /^[0-9a-f]+-[0-9a-f]+ /)
  for (const other of others) assert.equal(other, first)
})

test('without a counter, one line says what is missing', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const scratch = runDirectory(t)
  const nothing = ['/usr/bin/env', 'PATH=/nonexistent']
  const { status, complaints } = await commandLine(
    scratch,
    ['instructions', 'hello', '--servers', 'http-node'],
    nothing,
  )
  assert.equal(status, 3)
  assert.equal(complaints.length, 1)
  assert.match(
    complaints[0] ?? '',
    /^could not be measured: no instructions can be counted here: there is no qemu-\w+: apt install qemu-user; or, slower, apt install valgrind$/,
  )
})

test('callgrind counts a program of known length', {
  skip: !(onPath('valgrind') && onPath('cc')),
}, async () => {
  await assert.doesNotReject(readyCallgrind().then(checkTool))
})
