import assert from 'node:assert/strict'
import { chmodSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { MANAGERS } from '../folders/package-manager.ts'
import { commit } from '../test/scripts.ts'
import { packedVersions } from './pack.ts'

const skip = process.platform === 'win32' && 'no shell scripts'

/** Writes an archive that names the manager and the folder; fails in a folder called `broken`, as pnpm does. */
const MANAGER = `#!/bin/sh
for each; do last=$each; done
case $last in *.tgz) ;; *) last=$last/package.tgz ;; esac
case $PWD in */broken) echo ' ERR_PNPM_NO  Cannot resolve workspace protocol'; exit 1 ;; esac
echo "$(basename "$0") $(basename "$PWD")" > "$last"
`

/** Puts managers on the PATH that pack nothing. */
function fakeManagers(t: TestContext) {
  const [directory, path] = [temporaryDirectory(t), process.env.PATH]
  writeTree(directory, Object.fromEntries(MANAGERS.map((name) => [name, MANAGER])))
  for (const name of MANAGERS) chmodSync(join(directory, name), 0o755)
  process.env.PATH = `${directory}${delimiter}${path}`
  t.after(() => {
    process.env.PATH = path
  })
}

const PACKAGES = {
  'packages/app/package.json': {
    ...{ name: 'app', version: '1.0.0', devDependencies: { '@x/tool': 'workspace:*' } },
    ...{ dependencies: { '@x/url': '^9.0.0', '@x/hidden': '*', 'left-pad': '1.0.0' } },
  },
  'packages/url/package.json': {
    name: '@x/url',
    version: '1.0.0',
    dependencies: { '@x/deep': 'workspace:*' },
  },
  'packages/deep/package.json': { name: '@x/deep', version: '1.0.0', dependencies: { app: '*' } },
  'packages/hidden/package.json': { name: '@x/hidden', version: '1.0.0', private: true },
  'packages/tool/package.json': { name: '@x/tool', version: '1.0.0' },
  'packages/other/package.json': { name: '@x/other', version: '1.0.0' },
  'test/package.json': '{',
  'test/node_modules/left-pad/package.json': { name: 'left-pad', version: '1.0.0' },
}

/** Returns the contents of the archives by package. */
async function packed(
  t: TestContext,
  root: string,
  folder: string,
  name: string,
  needed: string[] = [],
) {
  const directory = temporaryDirectory(t)
  const spec = { name, shown: name, source: { path: join(root, folder) } }
  const versions = await packedVersions({ spec, needed, manager: undefined, directory })
  const contents = (version: string) => readFileSync(version.slice('file:'.length), 'utf8').trim()
  return Object.fromEntries(
    Object.entries(versions).map(([own, version]) => [own, contents(version)]),
  )
}

test('a package is packed with those of its repository that it or the server needs', {
  skip,
}, async (t) => {
  fakeManagers(t)
  const root = temporaryDirectory(t)
  commit(root, PACKAGES)
  assert.deepEqual(await packed(t, root, 'packages/app', 'app', ['app', '@x/other', 'express']), {
    app: 'npm app',
    '@x/url': 'npm url',
    '@x/deep': 'npm deep',
    '@x/other': 'npm other',
  })
  // Not committed, such as an installed one.
  writeTree(root, { 'copy/package.json': PACKAGES['packages/app/package.json'] })
  assert.deepEqual(await packed(t, root, 'copy', 'app'), { app: 'npm copy' })
})

test('the files of a repository tell its manager; without git, a folder is packed alone', {
  skip,
}, async (t) => {
  fakeManagers(t)
  for (const [file, manager] of [
    ['pnpm-lock.yaml', 'pnpm'],
    ['.yarnrc.yml', 'yarn'],
    ['bun.lock', 'bun'],
    ['yarn.lock', 'npm'],
  ] as const) {
    const root = temporaryDirectory(t)
    writeTree(root, { ...PACKAGES, [`packages/app/${file}`]: '' })
    assert.deepEqual(await packed(t, root, 'packages/app', 'app'), { app: `${manager} app` })
  }
})

test('what cannot be packed is reported on one line', { skip }, async (t) => {
  fakeManagers(t)
  const root = temporaryDirectory(t)
  writeTree(root, { 'broken/package.json': { name: 'app' }, 'broken/pnpm-lock.yaml': '' })
  await assert.rejects(packed(t, root, 'broken', 'app'), {
    message: 'app, by pnpm: ERR_PNPM_NO  Cannot resolve workspace protocol',
  })
  await assert.rejects(packed(t, root, 'broken', 'other'), {
    message: 'it contains app, not other',
  })
  process.env.PATH = '/nonexistent'
  await assert.rejects(packed(t, root, 'broken', 'app'), {
    message: 'app, by pnpm: pnpm is not on the PATH',
  })
})
