import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { closureOf } from './closure.ts'
import { findServerFolders, SERVERS_DIR } from './servers.ts'

/** Transitive dependencies, some in two versions. */
const tree = {
  'node_modules/web/package.json': {
    version: '1.0.0',
    dependencies: { dates: '^1.0.0', native: '^1.0.0', elsewhere: '^1.0.0' },
    optionalDependencies: { elsewhere: '^1.0.0' },
    devDependencies: { tester: '^1.0.0' },
    peerDependencies: { peer: '1', typed: '1' },
    peerDependenciesMeta: { typed: { optional: true } },
  },
  'node_modules/web/node_modules/dates/package.json': {
    version: '1.0.0',
    dependencies: { web: '1' },
  },
  'node_modules/dates/package.json': { version: '2.0.0' },
  'node_modules/native/package.json': { version: '1.0.0', dependencies: { dates: '^2.0.0' } },
  'node_modules/peer/package.json': { version: '1.0.0' },
  'node_modules/typed/package.json': { version: '1.0.0' },
  'node_modules/tester/package.json': { version: '1.0.0' },
  'node_modules/torn/package.json': { version: '1.0.0', dependencies: { lost: '1' } },
}

test('a closure has what npm installs for production, resolved like Node, without duplicates or endless cycles', (t) => {
  const root = temporaryDirectory(t)
  writeTree(root, tree)
  assert.deepEqual(
    closureOf(root, ['web']).map(({ name, version }) => `${name}@${version}`),
    ['dates@1.0.0', 'dates@2.0.0', 'native@1.0.0', 'peer@1.0.0', 'web@1.0.0'],
  )
  assert.throws(() => closureOf(root, ['torn']), /^Error: lost, which .* needs, is not installed$/)
})

test('the installed closures of this repository match its lockfile', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; dev?: boolean }>
  }
  const names = ['express', 'nest-express', 'trpc']
  const folders = findServerFolders([SERVERS_DIR]).filter(({ name }) => names.includes(name))
  assert.equal(folders.length, names.length)
  for (const { directory, dependencies } of folders) {
    const closure = closureOf(directory, dependencies)
    assert.ok(closure.length >= dependencies.length)
    for (const { name, version, directory: place } of closure) {
      const locked = packages[relative(ROOT, place).split(sep).join('/')]
      assert.equal(locked?.version, version, name)
      assert.equal(locked?.dev ?? false, false, `${name} is needed in production`)
    }
  }
})
