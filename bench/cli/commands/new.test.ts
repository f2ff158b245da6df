import assert from 'node:assert/strict'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { UsageError } from '../../../shared/basics/errors.ts'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { findServerFolders, SERVERS_DIR } from '../../host/servers.ts'
import { makeFolder, TEMPLATES } from './new.ts'

test('a new folder is a copy with its own name and manifest', (t) => {
  const parent = temporaryDirectory(t)
  const text = makeFolder('mine.bun', { like: 'express', serversDir: parent })
  assert.match(text, /^made .*mine\.bun from express: package\.json, hello\.ts, .*\. Now:\n1\. /)
  assert.match(text, /^4\. .*; delete those of scenarios that it cannot do$/m)
  const [folder] = findServerFolders([parent])
  assert.equal(folder?.name, 'mine.bun')
  assert.equal(folder?.manifest.name, 'mine.bun')
  const { name, dependencies } = JSON.parse(readFileSync(join(parent, 'mine.bun/package.json'), 'utf8'))
  assert.equal(name, '@servers/mine.bun')
  assert.ok(dependencies.express)
  const leftOut = ['node_modules', 'routes.ts']
  const sources = readdirSync(join(SERVERS_DIR, 'express')).filter((file) => !leftOut.includes(file))
  assert.deepEqual(readdirSync(join(parent, 'mine.bun')).sort(), sources.sort())
})

test('files of instruments are not copied', (t) => {
  const parent = temporaryDirectory(t)
  assert.ok(existsSync(join(SERVERS_DIR, 'http-node/steps.ts')))
  const text = makeFolder('a', { like: 'http-node', serversDir: parent })
  assert.ok(!existsSync(join(parent, 'a/steps.ts')))
  assert.ok(existsSync(join(parent, 'a/update-user.ts')))
  assert.doesNotMatch(text, /steps/)
})

test('every template is a server', () => {
  const names = findServerFolders([SERVERS_DIR]).map(({ name }) => name)
  for (const name of Object.keys(TEMPLATES)) assert.ok(names.includes(name), name)
})

test('paths out of the folder lead to the same files, even from a symbolic link', (t) => {
  const place = temporaryDirectory(t)
  mkdirSync(join(place, 'real/deep'), { recursive: true })
  symlinkSync(join(place, 'real/deep'), join(place, 'link'))
  for (const [name, like] of Object.entries({ a: 'http-node', b: 'deepkit', c: 'carbon' })) {
    makeFolder(name, { like, serversDir: join(place, 'link') })
    const directory = join(place, 'real/deep', name)
    const paths = globSync('*.{ts,json}', { cwd: directory }).flatMap((file) =>
      [...readFileSync(join(directory, file), 'utf8').matchAll(/['"](\.\.\/[^'"]+)['"]/g)].map(([, path = '']) => path),
    )
    assert.ok(paths.length > 0, like)
    for (const path of paths) assert.ok(existsSync(join(directory, path)), `${like}: ${path}`)
  }
})

test('an invalid or taken name, or an unknown server, is reported on one line, and nothing is created', (t) => {
  const parent = temporaryDirectory(t)
  mkdirSync(join(parent, 'taken'))
  const rejected = (name: string, like: string, message: RegExp) =>
    assert.throws(
      () => makeFolder(name, { like, serversDir: parent }),
      (error: Error) => error instanceof UsageError && message.test(error.message),
    )
  for (const name of ['', 'Big', '../up', 'a b', '-x']) rejected(name, 'express', /is not a valid name/)
  rejected('taken', 'express', /taken already exists: choose another name$/)
  rejected('fastify', 'express', /^a server fastify already exists: choose another name$/)
  rejected('mine', 'nobody', /no server called nobody/)
  assert.deepEqual(readdirSync(parent), ['taken'])
})
