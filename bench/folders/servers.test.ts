import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { UsageError } from '../../shared/basics/errors.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { disclosure } from '../../shared/test/samples.ts'
import { findRuntime } from '../machine/runtimes.ts'
import {
  chooseServers,
  discoverServers,
  findServerFolders,
  npmInstall,
  SERVERS_DIR,
  scenarioSource,
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

describe('server folders', () => {
  test('are sorted by name, over all directories', (t) => {
    const first = serversDir(t, { b: { bench }, 'a.bun': { bench }, Z: { bench } })
    const second = serversDir(t, { a: { bench }, c: { bench } })
    const names = findServerFolders([first, second]).map(({ name }) => name)
    assert.deepEqual(names, ['Z', 'a', 'a.bun', 'b', 'c'])
  })

  test('have a manifest with defaults', (t) => {
    const [folder] = findServerFolders([serversDir(t, { a: { bench } })])
    assert.deepEqual(folder?.manifest, {
      ...{ ...bench, runtime: 'node', wire: 'plain' },
      ...{ tuned: null, notes: [], workarounds: [], knownDeviations: [], tags: [] },
    })
    assert.equal(folder?.builds, false)
    assert.deepEqual(folder?.dependencies, [])
  })

  test('build if package.json has a build script', (t) => {
    const [folder] = findServerFolders([serversDir(t, { a: { bench, scripts: { build: 'tsc' } } })])
    assert.equal(folder?.builds, true)
  })

  test('need a package.json; other entries are skipped', (t) => {
    const directory = serversDir(t, { a: { bench } })
    mkdirSync(join(directory, 'empty'))
    writeFileSync(join(directory, 'README.md'), '')
    assert.deepEqual(
      findServerFolders([directory]).map(({ name }) => name),
      ['a'],
    )
  })

  test('with the same name are rejected, with both paths', (t) => {
    const first = serversDir(t, { same: { bench } })
    const second = serversDir(t, { same: { bench } })
    const places = [join(first, 'same'), join(second, 'same')]
    assert.throws(
      () => findServerFolders([first, second]),
      says('two servers are called same', ...places),
    )
  })

  test('must be in an existing directory', (t) => {
    const directory = serversDir(t, {})
    assert.throws(
      () => findServerFolders([join(directory, 'no')]),
      says(join(directory, 'no'), 'not a directory'),
    )
    writeFileSync(join(directory, 'file'), '')
    assert.throws(() => findServerFolders([join(directory, 'file')]), says('not a directory'))
  })
})

describe('a broken manifest is reported with file and key', () => {
  const cases: [string, unknown, string[]][] = [
    ['broken JSON', '{"bench": {', ['JSON']],
    ['an empty file', '', ['JSON']],
    ['null', 'null', ['"bench"']],
    ['no manifest', { name: 'x' }, ['"bench"']],
    ['a manifest that is not an object', { bench: 'x' }, ['bench is "x":']],
    [
      'a mistyped key, which then is also missing',
      { bench: { ...bench, router: undefined, routr: true } },
      ['"routr"', 'did you mean "router"?'],
    ],
    ['scripts that are no object', { bench, scripts: 'x' }, ['scripts is "x"']],
    [
      'an unknown key',
      { bench: { ...bench, descripton: 'x' } },
      ['"descripton"', 'did you mean "description"?'],
    ],
    [
      'an unknown validation key',
      { bench: { ...bench, validation: { ...bench.validation, coerce: true } } },
      ['bench.validation', '"coerce"', 'did you mean "coerces"?'],
    ],
    [
      'an unknown runtime',
      { bench: { ...bench, runtime: 'ruby' } },
      ['bench.runtime', '"node"', '"bun"'],
    ],
    ['an unknown wire', { bench: { ...bench, wire: 'soap' } }, ['bench.wire', '"plain"', '"mion"']],
    [
      'an incomplete validation',
      { bench: { ...bench, validation: { by: 'library' } } },
      ['bench.validation.how'],
    ],
    ['a string for a boolean', { bench: { ...bench, router: 'yes' } }, ['bench.router is "yes":']],
    [
      'no description',
      { bench: { router: true, ...disclosure } },
      ['bench.description is missing:'],
    ],
    ['an empty description', { bench: { ...bench, description: '' } }, ['bench.description']],
    [
      'a note on an unknown scenario',
      { bench: { ...bench, notes: ['x', { scenarios: ['hello', 'helo'], text: 'x' }] } },
      ['bench.notes.1.scenarios.1', '"update-user"', '"hello"', '"reject"'],
    ],
    [
      'a note on no scenario',
      { bench: { ...bench, notes: [{ scenarios: [], text: 'x' }] } },
      ['bench.notes.0.scenarios'],
    ],
    [
      'a malformed note',
      { bench: { ...bench, notes: [5] } },
      ['bench.notes.0 is 5: a note is a string, or an object of scenarios and text'],
    ],
    [
      'a known deviation without a reason',
      { bench: { ...bench, knownDeviations: [{ case: 'x', status: 500 }] } },
      ['bench.knownDeviations.0.reason'],
    ],
    [
      'a known deviation with status 200',
      { bench: { ...bench, knownDeviations: [{ case: 'x', status: 200, reason: 'x' }] } },
      ['bench.knownDeviations.0.status'],
    ],
  ]
  for (const [what, packageJson, texts] of cases) {
    test(what, (t) => {
      const directory = serversDir(t, { good: { bench }, wrong: packageJson })
      assert.throws(
        () => findServerFolders([directory]),
        says(join('wrong', 'package.json'), ...texts),
      )
    })
  }
})

describe('scenarios', () => {
  test('a folder takes part if it has the scenario’s file, with any extension', (t) => {
    const directory = temporaryDirectory(t)
    for (const extension of ['ts', 'mts', 'js', 'mjs', 'cjs']) {
      writeTree(join(directory, extension), {
        'package.json': { bench },
        [`hello.${extension}`]: '',
      })
    }
    writeTree(join(directory, 'none'), {
      'package.json': { bench },
      'hello.test.ts': '',
      'hello.json': '',
    })
    const { installed, notInstalled } = discoverServers(findServerFolders([directory]), 'hello')
    assert.deepEqual(
      installed.map(({ name }) => name),
      ['cjs', 'js', 'mjs', 'mts', 'ts'],
    )
    assert.deepEqual(notInstalled, [])
    for (const { entry, source, name } of installed) {
      assert.equal(entry, join(directory, name, `hello.${name}`))
      assert.equal(source, entry)
    }
  })

  test('a folder without the file does not take part, installed or not', (t) => {
    const directory = serversDir(t, {
      a: { bench },
      b: { bench, dependencies: { 'no-such-package': '1.0.0' } },
    })
    const folders = findServerFolders([directory])
    assert.deepEqual(discoverServers(folders, 'other'), { installed: [], notInstalled: [] })
    for (const folder of folders) assert.equal(scenarioSource(folder, 'other'), undefined)
  })

  test('a server with a build is started from its output', (t) => {
    const directory = serversDir(t, { a: { bench, scripts: { build: 'x' } } })
    const [server] = discoverServers(findServerFolders([directory]), 'update-user').installed
    assert.equal(server?.source, join(directory, 'a/update-user.ts'))
    assert.equal(server?.entry, join(directory, 'a/dist/update-user.js'))
  })
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
    const ranges: [list: string, version: string][] = [
      ['dependencies', '^0.8.12'],
      ['dependencies', '~0.8.12'],
      ['dependencies', '0.8'],
      ['dependencies', '0.8.x'],
      ['dependencies', '>=0.8.12'],
      ['dependencies', '*'],
      ['dependencies', 'latest'],
      ['dependencies', 'npm:other@^1.0.0'],
      ['peerDependencies', '^0.8.12'],
    ]
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
    for (const version of [
      '1.2.3',
      '1.0.0-rc.1',
      '1.0.0+build.5',
      'npm:@scope/other@1.2.3',
      'file:../router',
    ]) {
      assert.doesNotThrow(
        () => withPackages(t, { bench, dependencies: { router: version } }, {}),
        version,
      )
    }
  })

  test('a server without a package to show has no version', (t) => {
    assert.equal(withPackages(t, { bench }, {}).installed[0]?.version, null)
  })

  test('a server with a missing optional peer is not installed, with the manifest’s command', (t) => {
    const install = 'npm install --no-save no-such-peer@1.0.0'
    const { installed, notInstalled } = withPackages(
      t,
      {
        bench: { ...bench, install },
        dependencies: { plain: '1.9.9' },
        peerDependencies: { 'no-such-peer': '1.0.0' },
        peerDependenciesMeta: { 'no-such-peer': { optional: true } },
      },
      { plain: { name: 'plain', version: '1.0.0' } },
    )
    assert.deepEqual(installed, [])
    assert.deepEqual(
      notInstalled.map(({ name, install }) => ({ name, install })),
      [{ name: 'a', install }],
    )
  })

  test('a server with a missing dependency is not installed, with npm’s command for the folder', (t) => {
    const { notInstalled } = withPackages(
      t,
      { bench, dependencies: { 'no-such-dependency': '1.0.0' } },
      {},
    )
    const [folder] = notInstalled
    assert.equal(folder?.install, `npm install --prefix ${folder?.directory}`)
    assert.equal(npmInstall(join(SERVERS_DIR, 'express')), 'npm install')
  })
})

test('Node is the one that runs this process; servers record the version of their runtime', (t) => {
  const directory = serversDir(t, { a: { bench }, b: { bench: { ...bench, runtime: 'bun' } } })
  const { installed, notInstalled } = discoverServers(findServerFolders([directory]), 'update-user')
  assert.equal(installed[0]?.runtime.version, process.versions.node)
  const bun = findRuntime('bun')
  if (bun) assert.match(installed[1]?.runtime.version ?? '', /^\d+\.\d+\.\d+$/)
  else assert.equal(notInstalled[0]?.name, 'b')
})

describe('choosing servers', () => {
  const folders = ['a', 'b', 'c'].map((name) => ({ name }) as never)

  test('keeps the order of the folders; without names, it returns all', () => {
    assert.deepEqual(chooseServers(folders, ['c', 'a']), [{ name: 'a' }, { name: 'c' }])
    assert.deepEqual(chooseServers(folders, undefined), folders)
  })

  test('an unknown name is wrong usage, and the message lists the known ones', () => {
    assert.throws(
      () => chooseServers(folders, ['a', 'x', 'y']),
      says('unknown server "x"', 'a, b, c'),
    )
  })
})

test('the repository’s folders are all found, including the baseline', () => {
  assert.ok(findServerFolders([SERVERS_DIR]).some(({ name }) => name === 'http-node'))
})
