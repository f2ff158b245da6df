import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { UsageError } from '../../../shared/basics/errors.ts'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { findServerFolders, SERVERS_DIR } from '../../contenders/servers.ts'
import { makeFolder } from './new.ts'

test('a new folder is the other one with a name and a manifest of its own', (t) => {
  const parent = temporaryDirectory(t)
  const said = makeFolder('mine.bun', 'express', parent)
  assert.match(said, /^made .*mine\.bun from express\. Now:\n1\. /)
  const [folder] = findServerFolders([parent])
  assert.equal(folder?.name, 'mine.bun')
  assert.equal(folder?.manifest.name, 'mine.bun')
  const { name, dependencies } = JSON.parse(readFileSync(join(parent, 'mine.bun/package.json'), 'utf8'))
  assert.equal(name, '@servers/mine.bun')
  assert.ok(dependencies.express)
  const sources = readdirSync(join(SERVERS_DIR, 'express')).filter((file) => file !== 'node_modules')
  assert.deepEqual(readdirSync(join(parent, 'mine.bun')).sort(), sources.sort())
})

test('what was built is not copied', (t) => {
  const parent = temporaryDirectory(t)
  makeFolder('mine', 'deepkit', parent)
  assert.ok(!readdirSync(join(parent, 'mine')).includes('dist'))
})

test('a name that is none, is taken, or a server that is not there, is one line and makes nothing', (t) => {
  const parent = temporaryDirectory(t)
  mkdirSync(join(parent, 'taken'))
  const refused = (name: string, like: string, message: RegExp) =>
    assert.throws(
      () => makeFolder(name, like, parent),
      (error: Error) => error instanceof UsageError && message.test(error.message),
    )
  for (const name of ['', 'Big', '../up', 'a b', '-x']) refused(name, 'express', /is no name for a server/)
  refused('taken', 'express', /taken exists already: choose another name$/)
  refused('mine', 'nobody', /no server called nobody/)
  assert.deepEqual(readdirSync(parent), ['taken'])
})
