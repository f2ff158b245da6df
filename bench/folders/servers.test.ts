import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { UsageError } from '../../shared/basics/errors.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { disclosure } from '../../shared/test/samples.ts'
import { findRuntime, type Runtime } from '../machine/runtimes.ts'
import {
  type Discovery,
  discoverServers,
  findServerFolders,
  npmInstall,
  SERVERS_DIR,
} from './servers.ts'

const bench = { router: true, ...disclosure, description: 'a server' }

/** Creates a directory of server folders, each from its package.json. */
function serversDir(t: TestContext, folders: Record<string, unknown>): string {
  const directory = temporaryDirectory(t)
  for (const [name, packageJson] of Object.entries(folders)) {
    writeTree(join(directory, name), { 'package.json': packageJson, 'update-user.ts': '' })
  }
  return directory
}

const says =
  (...texts: string[]) =>
  (error: Error) => {
    assert.ok(error instanceof UsageError, error.message)
    for (const text of texts) assert.ok(error.message.includes(text), error.message)
    assert.doesNotMatch(error.message, /\n/)
    return true
  }

const namesOf = (servers: readonly { name: string }[]) => servers.map(({ name }) => name)

test('server folders are those with a package.json, sorted by name, over all directories', (t) => {
  const first = serversDir(t, { b: { bench }, 'a.bun': { bench }, z: { bench } })
  const second = serversDir(t, { a: { bench }, c: { bench } })
  mkdirSync(join(first, 'empty'))
  writeFileSync(join(first, 'README.md'), '')
  assert.deepEqual(namesOf(findServerFolders([first, second])), ['a', 'a.bun', 'b', 'c', 'z'])
  const misnamed = serversDir(t, { 'My Server': { bench } })
  assert.throws(
    () => findServerFolders([misnamed]),
    /My Server: the name of a server’s folder has lower-case letters/,
  )
})

test('manifests have defaults, and a server with a build script is started from its output', (t) => {
  const scripts = { build: 'tsc' }
  const own = { ...bench, entry: 'dist/server/entry.mjs' }
  const directory = serversDir(t, {
    a: { bench },
    b: { bench, scripts },
    c: { bench: own, scripts },
  })
  const folders = findServerFolders([directory])
  assert.deepEqual(folders[0]?.manifest, {
    ...bench,
    runtime: 'node',
    wire: 'plain',
    tuned: null,
    notes: [],
    workarounds: [],
    knownDeviations: [],
    tags: [],
  })
  assert.deepEqual(
    folders.map(({ builds }) => builds),
    [false, true, true],
  )
  const { installed } = discoverServers(folders, 'update-user')
  assert.deepEqual(
    installed
      .slice(1)
      .map(({ source, entry }) => [source, entry].map((path) => relative(directory, path))),
    [
      ['b/update-user.ts', 'b/dist/update-user.js'],
      ['c/update-user.ts', 'c/dist/server/entry.mjs'],
    ],
  )
})

test('two servers of one name, and a place that is no directory, are rejected', (t) => {
  const [first, second] = [1, 2].map(() => serversDir(t, { same: { bench } })) as [string, string]
  const places = [join(first, 'same'), join(second, 'same')]
  assert.throws(
    () => findServerFolders([first, second]),
    says('two servers are called same', ...places),
  )
  writeFileSync(join(first, 'file'), '')
  for (const path of [join(first, 'no'), join(first, 'file')])
    assert.throws(() => findServerFolders([path]), says(path, 'not a directory'))
})

/** What is wrong in package.json, or in its manifest; and what the error names. */
const broken: Record<string, [{ file?: unknown; bench?: object }, ...string[]]> = {
  'broken JSON': [{ file: '{"bench": {' }, 'JSON'],
  'no manifest': [{ file: { name: 'x' } }, '"bench"'],
  'a manifest that is not an object': [{ file: { bench: 'x' } }, 'bench is "x":'],
  'scripts that are no object': [{ file: { bench, scripts: 'x' } }, 'scripts is "x"'],
  'a mistyped key, which then is also missing': [
    { bench: { router: undefined, routr: true } },
    '"routr"',
    'did you mean "router"?',
  ],
  'an unknown validation key': [
    { bench: { validation: { ...bench.validation, coerce: true } } },
    'bench.validation',
    '"coerce"',
    'did you mean "coerces"?',
  ],
  'an unknown runtime': [{ bench: { runtime: 'ruby' } }, 'bench.runtime', '"node"', '"bun"'],
  'an incomplete validation': [{ bench: { validation: { by: 'library' } } }, 'validation.how'],
  'a string for a boolean': [{ bench: { router: 'yes' } }, 'bench.router is "yes":'],
  'no description': [{ bench: { description: undefined } }, 'bench.description is missing:'],
  'a note on an unknown scenario': [
    { bench: { notes: ['x', { scenarios: ['hello', 'helo'], text: 'x' }] } },
    'bench.notes.1.scenarios.1',
    '"update-user"',
    '"reject"',
  ],
  'a malformed note': [
    { bench: { notes: [5] } },
    'bench.notes.0 is 5: a note is a string, or an object of scenarios and text',
  ],
  'a known deviation without a reason': [
    { bench: { knownDeviations: [{ case: 'x', status: 500 }] } },
    'bench.knownDeviations.0.reason',
  ],
  'a known deviation with status 200': [
    { bench: { knownDeviations: [{ case: 'x', status: 200, reason: 'x' }] } },
    'bench.knownDeviations.0.status',
  ],
}
for (const [what, [{ file, bench: change }, ...texts]] of Object.entries(broken)) {
  test(`${what} is reported with file and key`, (t) => {
    const wrong = file ?? { bench: { ...bench, ...change } }
    const directory = serversDir(t, { good: { bench }, wrong })
    assert.throws(
      () => findServerFolders([directory]),
      says(join('wrong', 'package.json'), ...texts),
    )
  })
}

test('a folder takes part if it has the scenario’s file, with any extension', (t) => {
  const directory = temporaryDirectory(t)
  for (const extension of ['ts', 'mts', 'js', 'mjs', 'cjs'])
    writeTree(join(directory, extension), { 'package.json': { bench }, [`hello.${extension}`]: '' })
  const others = { 'hello.test.ts': '', 'hello.json': '' }
  writeTree(join(directory, 'none'), { 'package.json': { bench }, ...others })
  const dependencies = { 'no-such-package': '1.0.0' }
  writeTree(join(directory, 'missing'), { 'package.json': { bench, dependencies } })
  const { installed, notInstalled } = discoverServers(findServerFolders([directory]), 'hello')
  assert.deepEqual(namesOf(installed), ['cjs', 'js', 'mjs', 'mts', 'ts'])
  assert.deepEqual(notInstalled, [])
  for (const { entry, source, name } of installed)
    assert.deepEqual([entry, source], Array(2).fill(join(directory, name, `hello.${name}`)))
})

describe('packages', () => {
  const withPackages = (
    t: TestContext,
    server: Record<string, unknown>,
    packages: Record<string, unknown>,
  ) => {
    const directory = serversDir(t, { a: server })
    for (const [name, packageJson] of Object.entries(packages)) {
      writeTree(join(directory, 'node_modules', name), {
        'package.json': packageJson,
        'main.js': '',
      })
    }
    return discoverServers(findServerFolders([directory]), 'update-user')
  }

  test('versions are the installed ones, even of packages that export neither package.json nor a main file', (t) => {
    const { installed } = withPackages(
      t,
      {
        bench: { ...bench, package: '@scope/router' },
        dependencies: { plain: '1.9.9' },
        peerDependencies: { '@scope/router': '2.3.4' },
      },
      {
        plain: { name: 'plain', version: '1.9.9' },
        '@scope/router': {
          name: '@scope/router',
          version: '2.3.4',
          exports: { './sub': './main.js' },
        },
      },
    )
    assert.deepEqual(installed[0]?.packages, { plain: '1.9.9', '@scope/router': '2.3.4' })
    assert.equal(installed[0]?.version, '2.3.4')
  })

  test('a version range is rejected with file, package and fix', (t) => {
    const ranges: [list: string, version: string][] = [['peerDependencies', '^0.8.12']]
    for (const version of '^0.8.12 ~0.8.12 0.8 0.8.x >=0.8.12 * latest npm:other@^1.0.0'.split(' '))
      ranges.push(['dependencies', version])
    for (const [list, version] of ranges) {
      const directory = serversDir(t, { a: { bench, [list]: { fets: version } } })
      const place = join('a', 'package.json')
      const message = `${list}: fets has "${version}", which is not an exact version: write an exact one`
      assert.throws(() => findServerFolders([directory]), says(place, message))
    }
    const installed = { fets: { name: 'fets', version: '0.8.13' } }
    const fix = 'write "0.8.13", the installed one'
    assert.throws(
      () => withPackages(t, { bench, dependencies: { fets: '^0.8.12' } }, installed),
      says(fix),
    )
  })

  test('a version may be a prerelease, a package of another name, or a directory', (t) => {
    const versions = '1.2.3 1.0.0-rc.1 1.0.0+build.5 npm:@scope/other@1.2.3 file:../router'
    for (const router of versions.split(' '))
      withPackages(t, { bench, dependencies: { router } }, {})
    assert.equal(withPackages(t, { bench }, {}).installed[0]?.version, null)
  })

  test('a server with a missing package is not installed, with the command of its manifest, or npm’s', (t) => {
    const install = 'npm install --no-save no-such-peer@1.0.0'
    const peer = {
      bench: { ...bench, install },
      peerDependencies: { 'no-such-peer': '1.0.0' },
      peerDependenciesMeta: { 'no-such-peer': { optional: true } },
    }
    assert.equal(withPackages(t, peer, {}).notInstalled[0]?.install, install)
    const lacking = { bench, dependencies: { 'no-such-dependency': '1.0.0' } }
    const { installed, notInstalled } = withPackages(t, lacking, {})
    const [folder] = notInstalled
    assert.equal(folder?.install, `npm install --prefix ${folder?.directory}`)
    assert.equal(npmInstall(join(SERVERS_DIR, 'express')), 'npm install')
    assert.deepEqual(installed, [])
  })
})

test('Node is the one that runs this process; servers record the version of their runtime', (t) => {
  const directory = serversDir(t, { a: { bench }, b: { bench: { ...bench, runtime: 'bun' } } })
  const { installed, notInstalled } = discoverServers(findServerFolders([directory]), 'update-user')
  assert.equal(installed[0]?.runtime.version, process.versions.node)
  const bun = findRuntime('bun')
  assert.match(bun?.version ?? '0.0.0', /^\d+\.\d+\.\d+$/)
  assert.equal(installed[1]?.runtime.version, bun?.version)
  assert.equal(notInstalled[0]?.name, bun ? undefined : 'b')
})

const node = findRuntime('node') ?? assert.fail()
const older: Runtime = { ...node, args: ['--title=older'], label: 'node@24', version: '24.21.0' }
const both: typeof findRuntime = (_, major) => (major === undefined ? node : older)
const pinnedAlone: typeof findRuntime = (_, major) => (major === undefined ? node : undefined)

function discoverNative(t: TestContext, source: string, native: boolean, find = both): Discovery {
  const directory = temporaryDirectory(t)
  writeTree(directory, {
    'a/package.json': {
      bench: { ...bench, package: 'addon', native },
      dependencies: { addon: '1.0.0' },
    },
    'a/update-user.ts': '',
    'a/node_modules/addon/package.json': { name: 'addon', version: '1.0.0', main: 'index.js' },
    'a/node_modules/addon/index.js': source,
  })
  return discoverServers(findServerFolders([directory]), 'update-user', find)
}

/** Fails like packages with a binary per ABI, but none for this one. */
const LACKING = `if (process.title !== 'older') throw new Error('no binary')`

test('a native package runs on Node 24 if it has no binary for the pinned Node, with the reason', (t) => {
  const [fit] = discoverNative(t, '', true).installed
  assert.deepEqual([fit?.runtime.label, fit?.otherNode], ['node', null])
  const [server] = discoverNative(t, LACKING, true).installed
  const reason = `addon does not load on Node ${node.version}`
  assert.deepEqual([server?.runtime.label, server?.otherNode], ['node@24', reason])
  const [undeclared] = discoverNative(t, LACKING, false).installed
  assert.equal(undeclared?.runtime.label, 'node', 'it is not loaded')
})

test('a native package without a binary for any Node is not installed, with what it needs', (t) => {
  const withoutOlder = discoverNative(t, LACKING, true, pinnedAlone)
  const command = /^npm install --prefix runtimes\/node-24 --no-save node-\S+@24\.\d+\.\d+$/
  assert.match(withoutOlder.notInstalled[0]?.install ?? '', command)
  const unfit = discoverNative(t, "throw new Error('GLIBC_2.38 not found')", true)
  assert.equal(unfit.notInstalled[0]?.missing, 'a system on which addon loads')
  assert.deepEqual([...withoutOlder.installed, ...unfit.installed], [])
})
