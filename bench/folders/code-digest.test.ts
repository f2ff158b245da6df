import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { codeDigest, withImports } from './code-digest.ts'
import { MODELS_DIR } from './servers.ts'

const manifest = { type: 'module', bench: { description: 'a server' } }

function digestAfter(directory: string, change: Record<string, unknown> = {}): string {
  writeTree(directory, change)
  return codeDigest({ directory, source: join(directory, 'update-user.ts') })
}

test('the digest changes with the code that runs, and with nothing else in the folder', (t) => {
  const directory = temporaryDirectory(t)
  const before = digestAfter(directory, {
    'update-user.ts':
      "import type { User } from './user.ts'\nimport { finite } from '#shared/deepkit/finite'\nawait import('./late.js')\nimport zod from 'zod'\n",
    'user.ts': "/** A user. */\nexport * from './update-user.ts' // all of it\n",
    'late.ts': 'const slashes = /[/]\\/\\//',
    'hello.ts': '',
    'package.json': manifest,
  })
  const others = {
    'hello.ts': 'changed',
    'user.ts': "\n  export * from './update-user.ts'",
    'README.md': 'new',
    'dist/update-user.js': 'built',
    'package.json': { ...manifest, bench: { description: 'the same server' } },
  }
  assert.equal(digestAfter(directory, others), before)
  const changes = [
    { 'user.ts': 'type' },
    { 'late.ts': 'const slashes = /[/]\\/\\/./' },
    { 'tsconfig.json': {} },
    { 'next.config.ts': 'export default {}' },
    { 'package.json': { ...manifest, scripts: { build: 'tsc' } } },
    { 'update-user.ts': 'no model' },
  ]
  const digests = changes.map((change) => digestAfter(directory, change))
  assert.equal(new Set([before, ...digests]).size, 1 + changes.length)
})

test('models that are imported by the name of the suite count', (t) => {
  const directory = temporaryDirectory(t)
  const text = "import { parseUser } from 'rpc-bench/shared/models/user.ts'"
  writeTree(directory, { 'update-user.ts': text })
  const files = [...withImports(join(directory, 'update-user.ts')).keys()]
  assert.deepEqual(files.slice(0, 2), [
    join(directory, 'update-user.ts'),
    join(MODELS_DIR, 'user.ts'),
  ])
})
