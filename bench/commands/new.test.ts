import assert from 'node:assert/strict'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { UsageError } from '../../shared/basics/errors.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import { discoverServers, findServerFolders, PROBE_FILES, SERVERS_DIR } from '../folders/servers.ts'
import { isWithin } from '../folders/suite-link.ts'
import { makeFolder, TEMPLATES } from './new.ts'

test('a new folder is a copy with its own name and manifest, without files of probes', (t) => {
  const parent = temporaryDirectory(t)
  const text = makeFolder('mine.bun', { like: 'express', serversDir: parent })
  assert.match(text, /^created .*mine\.bun from express: package\.json, hello\.ts, .*\. Now:\n1\. /)
  assert.match(text, /^4\. .*; delete those of scenarios that it cannot implement$/m)
  const [folder] = findServerFolders([parent])
  assert.deepEqual([folder?.name, folder?.manifest.name], ['mine.bun', 'mine.bun'])
  const manifest = readFileSync(join(parent, 'mine.bun/package.json'), 'utf8')
  const { name, dependencies } = JSON.parse(manifest)
  assert.equal(name, '@servers/mine.bun')
  assert.ok(dependencies.express)
  assert.deepEqual(folder?.manifest.notes, [])
  for (const { reason } of folder?.manifest.knownDeviations ?? [])
    assert.equal(reason, 'copied from express: say why, or remove it')
  makeFolder('a', { like: 'http-node', serversDir: parent })
  for (const [copy, original] of Object.entries({ 'mine.bun': 'express', a: 'http-node' })) {
    const kept = readdirSync(join(SERVERS_DIR, original)).filter(
      (file) => file !== 'node_modules' && !PROBE_FILES.includes(file),
    )
    assert.deepEqual(readdirSync(join(parent, copy)).sort(), kept.sort())
  }
})

test('every template is a server', () => {
  const names = findServerFolders([SERVERS_DIR]).map(({ name }) => name)
  for (const name of Object.keys(TEMPLATES)) assert.ok(names.includes(name), name)
})

test('outside the repository, files of the suite are named, and found through a link, from wherever the folder moves', (t) => {
  const place = temporaryDirectory(t)
  mkdirSync(join(place, 'real/deep'), { recursive: true })
  symlinkSync(join(place, 'real/deep'), join(place, 'link'))
  for (const [name, like] of Object.entries({ a: 'http-node', b: 'deepkit', c: 'carbon' })) {
    makeFolder(name, { like, serversDir: join(place, 'link') })
  }
  const moved = join(place, 'elsewhere')
  renameSync(join(place, 'real/deep'), moved)
  assert.ok(!existsSync(join(moved, 'node_modules')))
  discoverServers(findServerFolders([moved]), 'hello')
  const paths = (name: string) =>
    globSync('*.{ts,json}', { cwd: join(moved, name) }).flatMap((file) => {
      const text = readFileSync(join(moved, name, file), 'utf8')
      return [...text.matchAll(/['"]((?:\.\.|rpc-bench)\/[^'"]+)['"]/g)].map(
        ([, path = '']) => path,
      )
    })
  assert.ok(paths('a').includes('rpc-bench/shared/models/user.ts'))
  assert.ok(paths('b').includes('../node_modules/rpc-bench/shared/models/deepkit/account.ts'))
  assert.ok(paths('c').includes('../node_modules/rpc-bench/tsconfig.base.json'))
  for (const name of ['a', 'b', 'c']) {
    const { resolve } = createRequire(join(moved, name, 'package.json'))
    for (const path of paths(name)) {
      const file = path.startsWith('.') ? realpathSync(join(moved, name, path)) : resolve(path)
      assert.ok(isWithin(ROOT, file), `${name}: ${path}`)
    }
  }
})

test('an invalid or taken name, or an unknown server, is reported on one line, and nothing is created', (t) => {
  const parent = temporaryDirectory(t)
  mkdirSync(join(parent, 'taken'))
  const rejected = (name: string, like: string, message: RegExp, serversDir = parent) =>
    assert.throws(
      () => makeFolder(name, { like, serversDir }),
      (error: Error) => error instanceof UsageError && message.test(error.message),
    )
  for (const name of ['', 'Big', '../up', 'a b', '-x'])
    rejected(name, 'express', /is not a valid name/)
  rejected('taken', 'express', /taken already exists: choose another name$/)
  rejected('fastify', 'express', /^a server fastify already exists: choose another name$/)
  rejected('mine', 'nobody', /unknown server "nobody"/)
  rejected('mine', 'express', /new\.test\.ts is not a directory/, import.meta.filename)
  assert.deepEqual(readdirSync(parent), ['taken'])
})
