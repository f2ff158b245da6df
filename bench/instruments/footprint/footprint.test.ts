import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { test } from 'node:test'
import { summarizeFootprint } from '../../../charts/instruments/footprint/format.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import { disclosure } from '../../../shared/results/samples.ts'
import { closureOf, sizeOf } from '../../host/closure.ts'
import { findServerFolders, SERVERS_DIR } from '../../host/servers.ts'
import { footprints } from './measure.ts'

const bench = { router: false, ...disclosure, description: 'a sample' }

/** A server with transitive dependencies, some in two versions. */
const tree = {
  'servers/sample/package.json': { dependencies: { web: '1.0.0' }, bench },
  'servers/bare/package.json': { bench },
  'servers/broken/package.json': { dependencies: { torn: '1.0.0' }, bench },
  'node_modules/web/package.json': {
    version: '1.0.0',
    dependencies: { dates: '^1.0.0', native: '^1.0.0', elsewhere: '^1.0.0' },
    optionalDependencies: { elsewhere: '^1.0.0' },
    devDependencies: { tester: '^1.0.0' },
    peerDependencies: { peer: '1', typed: '1' },
    peerDependenciesMeta: { typed: { optional: true } },
  },
  'node_modules/web/index.js': 'x'.repeat(100),
  'node_modules/web/node_modules/dates/package.json': { version: '1.0.0', dependencies: { web: '1' } },
  'node_modules/dates/package.json': { version: '2.0.0' },
  'node_modules/native/package.json': { version: '1.0.0', dependencies: { dates: '^2.0.0' } },
  'node_modules/native/binding.gyp': '{}',
  'node_modules/peer/package.json': { version: '1.0.0', scripts: { postinstall: 'node .' } },
  'node_modules/typed/package.json': { version: '1.0.0' },
  'node_modules/tester/package.json': { version: '1.0.0' },
  'node_modules/torn/package.json': { version: '1.0.0', dependencies: { lost: '1' } },
}

const named = (packages: readonly { name: string; version: string }[]) =>
  packages.map(({ name, version }) => `${name}@${version}`)

test('a closure has what npm installs for production, resolved like Node, without duplicates or endless cycles', (t) => {
  const root = temporaryDirectory(t)
  writeTree(root, tree)
  const closure = closureOf(join(root, 'servers/sample'), ['web'])
  assert.deepEqual(named(closure), ['dates@1.0.0', 'dates@2.0.0', 'native@1.0.0', 'peer@1.0.0', 'web@1.0.0'])
  assert.deepEqual(named(closure.filter(({ installScript }) => installScript)), ['native@1.0.0', 'peer@1.0.0'])
  assert.throws(
    () => closureOf(join(root, 'servers/broken'), ['torn']),
    /^UsageError: lost, which .* needs, is not installed$|lost, which/,
  )
})

test('a package’s size excludes packages nested in it', (t) => {
  const root = temporaryDirectory(t)
  writeTree(root, tree)
  const { bytes, files } = sizeOf(join(root, 'node_modules/web'))
  assert.deepEqual([bytes, files], [100 + JSON.stringify(tree['node_modules/web/package.json']).length, 2])
})

test('a server’s footprint is the sum over its closure; one with a missing package is disqualified', (t) => {
  const root = temporaryDirectory(t)
  writeTree(root, tree)
  const all = footprints(findServerFolders([join(root, 'servers')]))
  const [bare, broken, sample] = all.servers
  assert.ok(bare && broken && sample)
  assert.match(broken.refusal ?? '', /^lost, which .* needs, is not installed$/)
  const summary = summarizeFootprint(sample, all)
  assert.equal(summary.packages, 5)
  assert.deepEqual(summary.installScripts, ['native@1.0.0', 'peer@1.0.0'])
  assert.deepEqual(summarizeFootprint(bare, all), { packages: 0, bytes: 0, installScripts: [] })
})

test('the installed closures of this repository match its lockfile, including install scripts', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; hasInstallScript?: boolean; dev?: boolean }>
  }
  const express = findServerFolders([SERVERS_DIR]).filter(({ name }) =>
    ['express', 'nest-express', 'trpc'].includes(name),
  )
  assert.equal(express.length, 3)
  for (const { directory, dependencies } of express) {
    const closure = closureOf(directory, dependencies)
    assert.ok(closure.length >= dependencies.length)
    for (const { name, version, directory: place, installScript } of closure) {
      const locked = packages[relative(ROOT, place).split(sep).join('/')]
      assert.equal(locked?.version, version, name)
      assert.equal(locked?.hasInstallScript ?? false, installScript, name)
      assert.equal(locked?.dev ?? false, false, `${name} is needed in production`)
    }
  }
})
