import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STUB_INSTRUCTIONS, selfCheck } from './counter.ts'
import { CounterMissing } from './counting.ts'
import { versionNamed } from './qemu.ts'

test('a counter that reads nothing is rejected', () => {
  for (const nothing of [0, Number.NaN]) {
    assert.throws(
      () => selfCheck(nothing, 'QEMU'),
      (error) => {
        assert.ok(error instanceof CounterMissing)
        assert.match(error.message, /: QEMU counts nothing where a program executes \d+/)
        return true
      },
    )
  }
})

test('a counter that is 0.2% off is rejected, 0.05% off is accepted', () => {
  assert.throws(() => selfCheck(STUB_INSTRUCTIONS * 1.002, 'QEMU'), /its counts are not reliable/)
  assert.throws(() => selfCheck(STUB_INSTRUCTIONS * 0.998, 'QEMU'), /its counts are not reliable/)
  assert.equal(selfCheck(STUB_INSTRUCTIONS * 1.0005, 'QEMU').expected, STUB_INSTRUCTIONS)
})

test('the plugin API version is the one that QEMU names', () => {
  const complaint = (rest: string) => `qemu-x86_64: Could not load plugin probe.so: ${rest}`
  assert.equal(
    versionNamed(
      complaint('plugin requires API version 9999, but this QEMU supports only up to version 5'),
    ),
    5,
  )
  assert.throws(() => versionNamed('qemu-x86_64: unknown option plugin'), CounterMissing)
  assert.throws(() => versionNamed(''), /loads no plugins .*Debian 13/)
})
