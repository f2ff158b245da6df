import assert from 'node:assert/strict'
import { writeSync } from 'node:fs'
import { test } from 'node:test'
import { ServerOutput } from './server-output.ts'

test('bytes and explanations are available after closing', () => {
  const output = new ServerOutput('/nowhere')
  writeSync(output.file as number, 'ready\n')
  const before = output.bytes
  assert.equal(before, 6)
  writeSync(output.file as number, 'Error: first\n')
  const between = output.bytes
  writeSync(output.file as number, 'Error: second\n')
  assert.equal(output.explanation(), 'Error: first')
  assert.equal(output.explanation(between), 'Error: second')
  assert.ok(output.says(/second/))
  output.close()
  output.close()
  assert.deepEqual([output.bytes, output.explanation(), output.file], [33, 'Error: first', null])
})

test('a long output is truncated, but all of it counts', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const output = new ServerOutput('/nowhere')
  t.after(() => output.close())
  const text = `${'x'.repeat(999_999)}\n`
  for (let at = 0; at < 2; at++) writeSync(output.file as number, text)
  writeSync(output.file as number, 'Error: early\n')
  t.mock.timers.tick(1_000)
  assert.equal(output.explanation(), 'Error: early')
  writeSync(output.file as number, 'Error: late\n')
  assert.equal(output.bytes, 2_000_025)
  assert.equal(output.explanation(2_000_013), 'Error: late')
})
