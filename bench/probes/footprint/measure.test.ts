import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import { bytesOf } from './measure.ts'

test('a package’s size excludes packages nested in it', (t) => {
  const root = temporaryDirectory(t)
  const files = {
    'package.json': '{}',
    'lib/index.js': 'x'.repeat(100),
    'node_modules/dates/package.json': '{}',
  }
  writeTree(join(root, 'web'), files)
  assert.equal(bytesOf(join(root, 'web')), 102)
})
