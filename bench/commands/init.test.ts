import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { parse } from 'yaml'
import { ROOT } from '../../shared/basics/root.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { assertWrongUsage, inProcess } from '../test/cli.ts'
import { commit, git } from '../test/scripts.ts'
import { writeTinyServer } from '../test/tiny-package.ts'
import { suiteOf, writeWorkflows } from './init.ts'

/** That of the examples. */
const SUITE = 'OWNER/rpc-validation-benchmarks@COMMIT'
const VALID = ['--suite', `octo-cat/suite.js@${'0a'.repeat(20)}`]

/** Returns the root of a repository with these files. */
function repository(t: TestContext, files: Record<string, unknown>): string {
  const root = temporaryDirectory(t)
  git(root, 'init', '--quiet')
  writeTree(root, files)
  return root
}

const pathOf = (root: string, name: string) => join(root, '.github/workflows', name)
const written = (root: string, name: string) => readFileSync(pathOf(root, name), 'utf8')
const stepsOf = (root: string, name = 'versions.yml') =>
  parse(written(root, name)).jobs[parse(written(root, name)).name].steps

test('the workflows to adopt are those that are written', async (t) => {
  const example = (name: string) => readFileSync(join(ROOT, 'docs/adopt', name), 'utf8')
  const roots = {
    fastify: repository(t, { 'package.json': { name: 'fastify' } }),
    hono: repository(t, {
      'package.json': { name: 'hono' },
      'bun.lock': '',
      '.tool-versions': 'bun 1.2.10',
    }),
    valibot: repository(t, {
      'package.json': { private: true, packageManager: 'pnpm@10.0.0' },
      'pnpm-lock.yaml': '',
      'library/package.json': { name: 'valibot' },
    }),
  }
  for (const [name, root] of Object.entries(roots)) {
    await writeWorkflows(name === 'valibot' ? join(root, 'library') : root, { suite: SUITE })
    assert.equal(written(root, 'versions.yml'), example(`${name}.yml`))
  }
  assert.equal(written(roots.fastify, 'comment.yml'), example('comment.yml'))
  // The comment is made by the limits of the gate.
  const [{ with: limits }] = stepsOf(roots.valibot, 'comment.yml')
  assert.deepEqual(limits, { 'fail-below': 'types=1%,bundle=1%' })
})

test('it says what the workflows do, and how to try the comparison', async (t) => {
  const root = repository(t, {
    'package.json': { name: 'hono', scripts: { build: 'tsc' } },
    'bench/cases.bench.ts': '',
  })
  const { status, output } = await inProcess('init', root, ...VALID)
  assert.equal(status, 0)
  const text = output.join('\n')
  assert.match(text, /^wrote \S+versions\.yml and \S+comment\.yml for hono:$/m)
  assert.match(
    text,
    /under hono, by instructions,requests,bundle and the functions of bench\/cases\.bench\.ts\./,
  )
  assert.match(text, /by "npm install --ignore-scripts && npm run build"\./)
  assert.match(
    text,
    /versions hono@latest hono@file:\S+ --metric instructions,requests,bundle --fail-below bundle=1% --cases \S+\/bench\/cases\.bench\.ts$/,
  )
})

test('a package without a server is measured by its cases, or by a server that is named', async (t) => {
  const root = repository(t, {
    'package.json': {},
    '.yarnrc.yml': '',
    'packages/a/package.json': { name: 'left-pad' },
    'packages/a/bench/cases.bench.ts': '',
    'packages/b/package.json': { name: '@nestjs/core' },
  })
  await writeWorkflows(join(root, 'packages/a'), { suite: SUITE })
  const [, setup, gate] = stepsOf(root)
  assert.deepEqual(setup, { run: 'corepack enable' })
  assert.deepEqual(gate.with, {
    'package-folder': 'packages/a',
    cases: 'packages/a/bench/cases.bench.ts',
  })
  const nest = ['init', join(root, 'packages/b'), ...VALID]
  await assertWrongUsage(nest, '@nestjs/core', 'nest-express', '--servers')
  await assertWrongUsage([...nest, '--servers', 'nest-express'], 'versions.yml already exists')
})

test('a server of the repository’s own is in the workflow; pnpm without a version is the latest', async (t) => {
  const root = repository(t, {
    'package.json': { name: 'tiny-package' },
    'pnpm-lock.yaml': '',
  })
  const serversDir = join(root, 'bench-servers')
  writeTinyServer(serversDir)
  await writeWorkflows(root, { suite: SUITE, serversDir, servers: 'tiny-package' })
  const [, setup, gate] = stepsOf(root)
  assert.deepEqual(setup.with, { version: 'latest' })
  assert.deepEqual(gate.with, {
    server: 'tiny-package',
    'servers-dir': 'bench-servers',
    metric: 'instructions,requests',
  })
  const outside = temporaryDirectory(t)
  writeTinyServer(outside)
  await assertWrongUsage(['init', root, ...VALID, '--servers-dir', outside], outside, root)
})

test('wrong usage writes nothing', async (t) => {
  const root = repository(t, {
    'fastify/package.json': { name: 'fastify' },
    'private/package.json': { name: 'fastify', private: true },
    'unknown/package.json': { name: 'left-pad' },
    'broken/package.json': '{',
    'nameless/package.json': {},
    '.github/workflows/comment.yml': 'kept',
  })
  const wrong = (folder: string, ...tokens: string[]) =>
    assertWrongUsage(['init', join(root, folder), ...VALID], folder, ...tokens)
  await wrong('.', 'package.json')
  await wrong('private', 'published')
  await wrong('broken', 'JSON')
  await wrong('nameless', 'no name')
  await assertWrongUsage(
    ['init', join(root, 'unknown'), ...VALID],
    ...['left-pad', '--servers-dir', 'bench/cases.bench.ts', 'login.bench.ts'],
  )
  await assertWrongUsage(['init', join(root, 'fastify'), ...VALID], 'comment.yml already exists')
  for (const suite of ['suite', 'octo/suite@main', 'octo/suite@0a0a0a0', `-/a@${'0'.repeat(40)}`])
    await assertWrongUsage(['init', join(root, 'fastify'), '--suite', suite], suite, '40 digits')
  assert.ok(!existsSync(pathOf(root, 'versions.yml')))
  assert.equal(written(root, 'comment.yml'), 'kept')
  const place = temporaryDirectory(t)
  writeTree(place, { 'package.json': { name: 'fastify' } })
  await assertWrongUsage(['init', place, ...VALID], place, 'git repository')
})

test('a clone from GitHub is the suite by default', (t) => {
  const clone = temporaryDirectory(t)
  const head = commit(clone, { 'package.json': {} })
  assert.equal(suiteOf(clone), undefined)
  git(clone, 'remote', 'add', 'origin', 'https://git.example.org/octo/suite.git')
  assert.equal(suiteOf(clone), undefined)
  for (const url of ['git@github.com:octo/suite.git', 'https://github.com/octo/suite']) {
    git(clone, 'remote', 'set-url', 'origin', url)
    assert.equal(suiteOf(clone), `octo/suite@${head}`)
  }
})
