import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { run } from '../../shared/probes/run.ts'
import { damagedFiles } from './damaged.ts'

test('damaged results are named before a measurement that would stand beside them', (t) => {
  const root = temporaryDirectory(t)
  const own = 'results/update-user/2026-01-01T00-00-00Z.json'
  const other = 'results/bundle/2026-01-01T00-00-00Z.json'
  writeTree(root, { [own]: '{', [other]: '{"probe":"bundle","schemaVersion":7}' })
  const said = (isPublished: boolean) => damagedFiles(run, 'update-user', isPublished, root)
  const [line, ...more] = said(false)
  assert.ok(
    line?.startsWith(`${join(root, own)} is not a result file: `) && line.endsWith('; skipped'),
  )
  assert.deepEqual(more, [])
  assert.deepEqual(
    said(true).map((each) => each.endsWith('; nothing is published before that')),
    [true, true],
  )
})
