import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newerOf, usedPackages } from './outdated.ts'
import { findServerFolders, SERVERS_DIR } from './servers.ts'

test('versions are compared as numbers, and a later major version is told apart', () => {
  assert.deepEqual(newerOf('4.9.6', ['4.22.3', '4.10.0', '5.0.1', '10.0.0']), { compatible: '4.22.3', major: '10.0.0' })
  assert.deepEqual(newerOf('4.22.3', ['4.22.3']), { compatible: null, major: null })
  assert.deepEqual(newerOf('4.22.3', ['5.3.0']), { compatible: null, major: '5.3.0' })
})

test('a package that two servers use in two versions is two packages', () => {
  const zod = usedPackages(findServerFolders([SERVERS_DIR])).filter(({ name }) => name === 'zod')
  assert.ok(zod.length > 1)
  assert.equal(new Set(zod.map(({ version }) => version)).size, zod.length)
  assert.ok(zod.some(({ servers }) => servers.includes('ts-rest') && !servers.includes('express-zod')))
})
