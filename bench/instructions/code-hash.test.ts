import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { codeHash } from './code-hash.ts'

test('a server is another one when its files are, and not when instruments find something new beside them', (t) => {
  const directory = temporaryDirectory(t)
  writeTree(directory, { 'update-user.ts': 'a', 'package.json': {} })
  const before = codeHash({ directory })
  writeTree(directory, { 'steps.ts': 'steps', 'layers/bare.ts': 'layer', 'dist/update-user.js': 'built' })
  assert.equal(codeHash({ directory }), before)
  writeTree(directory, { 'fields.ts': 'b' })
  assert.notEqual(codeHash({ directory }), before)
})
