import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usualBuild } from './build-commit.ts'

test('a package is built by its manager, and installs nothing where it has no script for it', () => {
  assert.equal(usualBuild({ test: 'node --test' }, 'npm'), '')
  assert.equal(usualBuild(undefined, 'npm'), '')
  assert.equal(
    usualBuild({ build: 'tsc' }, 'pnpm'),
    'pnpm install --ignore-scripts && pnpm run build',
  )
  assert.equal(usualBuild({ prepare: 'husky', test: '' }, 'bun'), 'bun install --ignore-scripts')
})
