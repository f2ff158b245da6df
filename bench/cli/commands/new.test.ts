import assert from 'node:assert/strict'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { UsageError } from '../../../shared/basics/errors.ts'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { findServerFolders, SERVERS_DIR, scenarioSource } from '../../host/servers.ts'
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
  const leftOut = ['node_modules', 'layers', 'routes.ts']
  const sources = readdirSync(join(SERVERS_DIR, 'express')).filter((file) => !leftOut.includes(file))
  assert.deepEqual(readdirSync(join(parent, 'mine.bun')).sort(), sources.sort())
})

test('with chosen scenarios, only their files and imports are copied, and never build output', (t) => {
  const parent = temporaryDirectory(t)
  const made = (name: string, like: string, ...scenarios: string[]) => {
    const text = makeFolder(name, { like, scenarios, serversDir: parent })
    assert.ok(!text.includes('delete those'), text)
    return readdirSync(join(parent, name)).sort()
  }
  assert.deepEqual(made('a', 'express', 'hello'), ['hello.ts', 'package.json'])
  assert.deepEqual(made('b', 'express', 'update-user', 'reject'), ['on-error.ts', 'package.json', 'update-user.ts'])
  const built = ['http.ts', 'package.json', 'tsconfig.json', 'tsconfig.shared.json', 'update-user.ts']
  assert.deepEqual(made('c', 'deepkit', 'update-user'), built)
  assert.deepEqual(made('d', 'hono.deno', 'hello'), ['deno.d.ts', 'hello.ts', 'package.json'])
})

test('files of instruments are not copied', (t) => {
  const parent = temporaryDirectory(t)
  assert.ok(existsSync(join(SERVERS_DIR, 'http-node/steps.ts')))
  const text = makeFolder('a', { like: 'http-node', serversDir: parent })
  assert.ok(!existsSync(join(parent, 'a/steps.ts')))
  assert.ok(existsSync(join(parent, 'a/update-user.ts')))
  assert.doesNotMatch(text, /steps/)
})

test('a known deviation is kept if a contract of the copy has its case', (t) => {
  const parent = temporaryDirectory(t)
  const deviations = (name: string, scenario: string) => {
    makeFolder(name, { like: 'mion.bun', scenarios: [scenario], serversDir: parent })
    return findServerFolders([parent]).find((folder) => folder.name === name)?.manifest.knownDeviations.length
  }
  assert.equal(deviations('a', 'hello'), 0)
  assert.ok((deviations('b', 'update-user') ?? 0) > 0)
})

test('a note is kept if it applies to a scenario of the copy', (t) => {
  const parent = temporaryDirectory(t)
  const isOfOthers = ({ scenarios }: { scenarios?: string[] | undefined }) => scenarios && !scenarios.includes('hello')
  const model = findServerFolders([SERVERS_DIR]).find(
    (folder) => scenarioSource(folder, 'hello') && folder.manifest.notes.some(isOfOthers),
  )
  const like = model?.name ?? ''
  const scopes = (name: string, scenarios?: string[]) => {
    makeFolder(name, { like, serversDir: parent, ...(scenarios && { scenarios }) })
    const { bench } = JSON.parse(readFileSync(join(parent, name, 'package.json'), 'utf8'))
    return (bench.notes ?? []).map((note: { scenarios?: string[] }) => note.scenarios)
  }
  const all: (string[] | undefined)[] = scopes('all')
  assert.ok(all.some((scope) => scope && !scope.includes('hello')))
  const expected = all.flatMap((scope) => (!scope ? [undefined] : scope.includes('hello') ? [['hello']] : []))
  assert.deepEqual(scopes('hello', ['hello']), expected)
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

test('an invalid or taken name, or an unknown server or scenario, is reported on one line, and nothing is created', (t) => {
  const parent = temporaryDirectory(t)
  mkdirSync(join(parent, 'taken'))
  const rejected = (name: string, like: string, message: RegExp, scenarios?: string[]) =>
    assert.throws(
      () => makeFolder(name, { like, serversDir: parent, ...(scenarios && { scenarios }) }),
      (error: Error) => error instanceof UsageError && message.test(error.message),
    )
  for (const name of ['', 'Big', '../up', 'a b', '-x']) rejected(name, 'express', /is not a valid name/)
  rejected('taken', 'express', /taken already exists: choose another name$/)
  rejected('fastify', 'express', /^a server fastify already exists: choose another name$/)
  rejected('mine', 'nobody', /no server called nobody/)
  rejected('mine', 'express', /^unknown scenario "helo": use .*hello/, ['helo'])
  rejected('mine', 'valibot', /^valibot does not have hello, only update-user, .*: choose another server/, ['hello'])
  assert.deepEqual(readdirSync(parent), ['taken'])
})
