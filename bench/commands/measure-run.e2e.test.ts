/** A run in the process of the test, from its lock to its result. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readResult } from '../../shared/results/file.ts'
import { lockMachine, unlockMachine } from '../machine/lock.ts'
import { inProcess } from '../test/cli.ts'
import { ownRunDirectory } from '../test/testing.ts'

test('a quick run has a rough table, and gives the machine back', async (t) => {
  const out = join(ownRunDirectory(t), 'a.json')
  const short = ['--seconds', '0.3', '--warmup', '0', '--connections', '10', '--no-polling']
  const args = ['run', 'hello', '--quick', '--servers', 'http-node', ...short, '--out', out]
  const { status, complaints, output } = await inProcess(...args)
  assert.deepEqual([status, complaints], [0, []])
  const {
    details: { rounds, quick, resumed },
  } = readResult(out)
  assert.deepEqual([rounds.length, quick, resumed], [2, true, []])
  assert.ok(output.some((line) => /│ http-node │.*│ +1\.0 │/.test(line)))
  const published = output.filter((line) => /^(not published|published: (nothing|.*\/))/.test(line))
  assert.deepEqual(published, [], 'what has a file of its own is not published')
  assert.ok(!existsSync(`${out}.partial`))
  await lockMachine(() => {})
  unlockMachine()
})
