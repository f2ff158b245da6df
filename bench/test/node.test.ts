/** `bench/node.mjs` without the pinned Node: runs with a Node that is new enough, and rejects others. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { temporaryDirectory } from '../../shared/basics/testing.ts'

const versions: [version: string, runs: boolean][] = [
  ['20.20.2', false],
  ['22.18.0', false],
  ['24.1.0', false],
  ['24.2.0', true],
  ['25.0.0', true],
]
test('a process that is killed ends with 128 and the number of the signal', () => {
  const args = [join(ROOT, 'bench/node.mjs'), '-e', 'process.kill(process.pid, "SIGKILL")']
  assert.equal(spawnSync(process.execPath, args).status, 137)
})

for (const [version, runs] of versions) {
  test(`Node ${version} ${runs ? 'runs the suite' : 'is rejected on one line'}`, (t) => {
    const directory = temporaryDirectory(t)
    const launcher = join(directory, 'node.mjs')
    copyFileSync(join(ROOT, 'bench/node.mjs'), launcher)
    const pretending = join(directory, 'pretending.mjs')
    const disguise = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
    writeFileSync(pretending, disguise)
    const script = join(directory, 'script.ts')
    writeFileSync(script, 'if (import.meta.main) console.log("it ran" as string)')
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const args = ['--import', pretending, launcher, script]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
    if (runs) {
      assert.deepEqual([status, stdout, stderr], [0, 'it ran\n', ''])
    } else {
      assert.deepEqual([status, stdout], [2, ''])
      assert.match(
        stderr,
        new RegExp(`^Node ${RegExp.escape(version)} cannot .* use Node 24\\.2 or newer, .*\\.\n$`),
      )
    }
  })
}
