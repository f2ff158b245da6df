import assert from 'node:assert/strict'
import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { assertUnchanged, readStates } from './file-states.ts'

test('a changed, added, removed or restored file of the suite is named; results are not of it', (t) => {
  const root = temporaryDirectory(t)
  writeTree(root, { 'bench/verdict.ts': 'worse', 'node_modules/zod/index.js': '', 'results/a': '' })
  const verdict = join(root, 'bench/verdict.ts')
  const changes: [RegExp, () => void][] = [
    [/: bench\/verdict\.ts$/, () => writeFileSync(verdict, 'equal')],
    [
      /: bench\/verdict\.ts$/,
      () => {
        const before = readFileSync(verdict)
        writeFileSync(verdict, 'later')
        writeFileSync(verdict, before)
        utimesSync(verdict, 0, 0)
      },
    ],
    [/: node_modules\/new\.js$/, () => writeTree(root, { 'node_modules/new.js': '' })],
    [/: node_modules\/zod\/index\.js$/, () => rmSync(join(root, 'node_modules/zod/index.js'))],
  ]
  for (const [reason, change] of changes) {
    const before = readStates(root)
    writeTree(root, { 'results/b': '', 'servers/a/dist/b.js': '' })
    assertUnchanged(root, before)
    change()
    assert.throws(() => assertUnchanged(root, before), reason)
  }
})
