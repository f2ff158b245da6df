/** Real output of the counters. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasSettled } from './count-process.ts'
import { CounterMissing } from './counter.ts'
import { parsePerf } from './perf.ts'
import { versionNamed } from './qemu.ts'
import { stubOf } from './stub.ts'

test('perf’s counts by thread are parsed, with 0 for threads that did not run', () => {
  const output = `Events disabled
Events enabled
Events disabled
MainThread-22730;955169123;;instructions:u;503114211;100.00;;
DelayedTaskSche-22732;<not counted>;;instructions:u;0;100.00;;
V8 Worker-22733;31453300;;instructions:u;10311421;100.00;;
`
  assert.deepEqual(parsePerf(output), [
    { thread: 22730, instructions: 955_169_123 },
    { thread: 22732, instructions: 0 },
    { thread: 22733, instructions: 31_453_300 },
  ])
})

test('perf’s count of a program is parsed for all event names, and kinds of cores are added up', () => {
  assert.deepEqual(parsePerf('20000007;;instructions:u;1030230;100.00;;\n'), [
    { thread: null, instructions: 20_000_007 },
  ])
  const hybrid = '70;;cpu_atom/instructions/u;1030;100.00;;\n30;;cpu_core/instructions/u;1030;100.00;;\n'
  assert.deepEqual(parsePerf(hybrid), [{ thread: null, instructions: 100 }])
})

test('perf output without counts, or multiplexed, is rejected', () => {
  assert.deepEqual(parsePerf('<not supported>;;instructions:u;0;100.00;;\n'), [])
  assert.deepEqual(parsePerf('<not counted>;;instructions:u;0;0.00;;\n'), [])
  assert.throws(() => parsePerf('node-7;12345;;instructions:u;5000;48.20;;\n'), /48.20% of the time/)
})

test('the plugin API version is the one that QEMU names', () => {
  const complaint = (rest: string) => `qemu-x86_64: Could not load plugin probe.so: ${rest}`
  assert.equal(
    versionNamed(complaint('plugin requires API version 9999, but this QEMU supports only up to version 5')),
    5,
  )
  assert.throws(() => versionNamed('qemu-x86_64: unknown option plugin'), CounterMissing)
  assert.throws(() => versionNamed(''), /loads no plugins .*Debian 13/)
})

test('counts settle when the last three agree to 2%', () => {
  assert.equal(hasSettled([100, 100]), false)
  assert.equal(hasSettled([150, 100, 101, 99.5]), true)
  assert.equal(hasSettled([104, 102, 100]), false)
})

test('the stub is an executable with the length in its header', { skip: !stubOf(1) }, () => {
  const { file, instructions } = stubOf(1_000) ?? assert.fail()
  assert.equal(file.readBigUInt64LE(96), BigInt(file.length))
  assert.ok(instructions >= 2_000 && instructions < 2_010)
})
