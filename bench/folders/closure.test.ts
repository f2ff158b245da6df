import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { closureOf } from './closure.ts'

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
