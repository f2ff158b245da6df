import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../basics/testing.ts'
import { noteCurrentPackages, readCurrentPackages } from './current-packages.ts'

const [one, other] = ['a'.repeat(64), 'b'.repeat(64)]

test('the last day of each lockfile is kept', (t) => {
  const root = temporaryDirectory(t)
  writeTree(root, { 'results/current-packages.json': {} })
  noteCurrentPackages(one, '2026-11-20', root)
  noteCurrentPackages(other, '2026-11-20', root)
  noteCurrentPackages(one, '2026-11-21', root)
  assert.deepEqual(readCurrentPackages(root), { [one]: '2026-11-21', [other]: '2026-11-20' })
})

test('no file says nothing, and what is wrong with one is said in one line', (t) => {
  const root = temporaryDirectory(t)
  assert.deepEqual(readCurrentPackages(root), {})
  writeTree(root, { 'results/current-packages.json': { [one]: 'today' } })
  assert.throws(() => readCurrentPackages(root), /^Error: results\/current-packages\.json: a{64}: /)
})
