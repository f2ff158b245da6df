import assert from 'node:assert/strict'
import { test } from 'node:test'
import { affectsPackage } from './shipped.ts'

test('a changed file matters if it is packed, or may be built into one that is', () => {
  const packed = ['README.md', 'index.js', 'package.json']
  for (const [path, isReused, expected] of [
    ['index.js', false, true],
    ['README.md', true, true],
    ['src/index.ts', false, false],
    ['src/index.ts', true, true],
    ['notes/a.md', true, false],
    ['.github/workflows/a.yml', true, false],
    ['packages/.github/a.ts', true, true],
  ] as const)
    assert.equal(affectsPackage([path], packed, isReused), expected, `${path} ${isReused}`)
  assert.equal(affectsPackage([], packed, true), false)
})
