import assert from 'node:assert/strict'
import { test } from 'node:test'
import { complaintOf, usualBuild } from './package-manager.ts'

test('npm’s complaint is its first line beyond a code', () => {
  const stderr = [
    'npm warn deprecated something@1.0.0: gone',
    'npm error code ETARGET',
    'npm error notarget No matching version found for fastify@99.0.0.',
    'npm error notarget In most cases you or one of your dependencies are requesting',
  ].join('\n')
  assert.equal(complaintOf(stderr), 'notarget No matching version found for fastify@99.0.0.')
  assert.equal(
    complaintOf('npm error code E404\nnpm error 404 Not Found - GET x'),
    '404 Not Found - GET x',
  )
  assert.equal(complaintOf('SyntaxError: no JSON\n'), 'SyntaxError: no JSON')
  assert.equal(complaintOf(''), undefined)
})

test('a package is built by its manager, and installs nothing where it has no script for it', () => {
  assert.equal(usualBuild({ test: 'node --test' }, 'npm'), '')
  assert.equal(usualBuild(undefined, 'npm'), '')
  assert.equal(
    usualBuild({ build: 'tsc' }, 'pnpm'),
    'pnpm install --ignore-scripts && pnpm run build',
  )
  assert.equal(usualBuild({ prepare: 'husky', test: '' }, 'bun'), 'bun install --ignore-scripts')
})
