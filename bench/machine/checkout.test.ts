import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { commit } from '../test/scripts.ts'
import { changedFiles, changesText, readCheckout } from './checkout.ts'

test('files that are written, added and deleted are changes, and ignored ones are not', (t) => {
  const root = temporaryDirectory(t)
  assert.equal(readCheckout(root), null, 'no repository')
  commit(root, { '.gitignore': '*.log', 'results/a b.json': '1', 'old.ts': '1' })
  writeTree(root, { 'dirty.ts': '1', 'untouched.ts': '1' })
  const before = readCheckout(root)
  assert.deepEqual(changedFiles(before, readCheckout(root)), [])
  writeTree(root, { 'results/a b.json': '22', 'dirty.ts': '22', 'new.ts': '1', 'a.log': '1' })
  rmSync(join(root, 'old.ts'))
  const changed = changedFiles(before, readCheckout(root))
  assert.deepEqual(changed, ['dirty.ts', 'new.ts', 'old.ts', 'results/a b.json'])
  assert.equal(changesText(changed), 'dirty.ts, new.ts, old.ts and 1 more changed in the checkout')
  assert.deepEqual(changedFiles(null, before), [])
})
