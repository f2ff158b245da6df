/** Real output of QEMU, and what is made of counts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasSettled } from './count-process.ts'
import { CounterMissing, versionNamed } from './counter.ts'
import { stubOf } from './stub.ts'

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
