import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { OwnExecutables } from './own-executables.ts'

test('copies are made where they are used, and removed; so are those of a process that was killed', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const parent = temporaryDirectory(t)
  const executable = join(parent, 'program')
  writeFileSync(executable, 'text')
  const { pid: ended } = spawnSync('true')
  const [left, running] = [ended, process.ppid].map((pid) => `executables-${pid}-left`)
  for (const name of [left, running]) mkdirSync(join(parent, `${name}`))
  const before = readdirSync(parent)
  {
    await using executables = new OwnExecutables(parent)
    assert.deepEqual(readdirSync(parent), before)
    const text = await executables.use(executable, async (copy) => {
      assert.equal(dirname(dirname(copy)), parent)
      return readFileSync(copy, 'utf8')
    })
    assert.equal(text, 'text')
  }
  assert.deepEqual(readdirSync(parent).sort(), [running, 'program'].sort())
})
