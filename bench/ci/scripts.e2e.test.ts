import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { disclosure } from '../../shared/result/samples.ts'
import { commit, git, runScript } from '../test/scripts.ts'

test('a change touches the servers whose folders it changes, or all', async (t) => {
  const scratch = temporaryDirectory(t)
  const repository = join(scratch, 'checkout')
  commit(repository, { 'servers/koa/hello.ts': '1', 'README.md': '1', 'shared/models/user.ts': '1' })
  const touched = async (files: Record<string, unknown>) => {
    commit(repository, files)
    const variables = { GITHUB_WORKSPACE: repository, BASE: 'HEAD^1' }
    const { status, outputs, complaints } = await runScript(
      'touched.ts',
      join(scratch, Object.keys(files)[0] ?? ''),
      variables,
    )
    assert.equal(status, 0, complaints)
    return JSON.parse(outputs.servers ?? '') as string[]
  }
  mkdirSync(join(scratch, 'servers/koa'), { recursive: true })
  mkdirSync(join(scratch, 'shared/models'), { recursive: true })
  assert.deepEqual(await touched({ 'servers/koa/hello.ts': '2', 'servers/gone/x.ts': '1' }), ['koa'])
  assert.deepEqual(await touched({ 'README.md': '2' }), [])
  const all = await touched({ 'shared/models/user.ts': '2' })
  assert.ok(all.includes('koa') && all.includes('express') && all.length > 20, all.join())
  const unset = await runScript('touched.ts', scratch, {})
  assert.deepEqual([unset.status, unset.complaints], [2, 'BASE is not set: the workflow must give it\n'])
})

test('a moved version is found, and becomes the arguments of versions', async (t) => {
  const scratch = temporaryDirectory(t)
  const repository = join(scratch, 'checkout')
  const server = (dependencies: object) => {
    const validation = { ...disclosure.validation, errors: 'all' }
    return { type: 'module', dependencies, bench: { router: false, ...disclosure, validation, description: 'x' } }
  }
  commit(repository, {
    'servers/a/package.json': server({ fastify: '5.11.0', ajv: '8.0.0' }),
    'servers/b/package.json': server({ fastify: '5.11.0' }),
  })
  commit(repository, {
    'servers/a/package.json': server({ fastify: '5.12.8', ajv: '8.0.0', joi: '18.0.0' }),
    'servers/b/package.json': server({ fastify: '5.12.8' }),
    'servers/c/package.json': server({ koa: '3.0.0' }),
  })
  const { outputs, complaints } = await runScript('bumped.ts', scratch, {
    GITHUB_WORKSPACE: repository,
    BASE: 'HEAD^1',
  })
  assert.equal(complaints, '')
  assert.deepEqual(JSON.parse(outputs.bumps ?? ''), [{ server: 'a', old: 'fastify@5.11.0', new: 'fastify@5.12.8' }])
})

test('the history is pushed, also where somebody else has pushed meanwhile', async (t) => {
  const scratch = temporaryDirectory(t)
  const [origin, checkout, other] = ['origin', 'checkout', 'other'].map((name) => join(scratch, name)) as [
    string,
    string,
    string,
  ]
  commit(other, { 'README.md': '1' })
  git(scratch, 'clone', '--quiet', '--bare', other, origin)
  git(scratch, 'clone', '--quiet', origin, checkout)
  git(other, 'remote', 'add', 'origin', origin)
  const push = () => runScript('push-history.ts', scratch, { GITHUB_WORKSPACE: checkout })
  const nothing = await push()
  assert.deepEqual([nothing.status, nothing.output], [0, 'nothing is new\n'])

  writeTree(checkout, { 'results/history/update-user.jsonl': '{}\n', 'scratch.json': 'not to be committed' })
  commit(other, { 'README.md': '2' })
  git(other, 'push', '--quiet', 'origin', 'main')
  const { status, output, complaints } = await push()
  assert.equal(status, 0, complaints)
  assert.equal(output, 'pushed to main\n')
  assert.deepEqual(git(origin, 'ls-tree', '-r', '--name-only', 'main').split('\n'), [
    'README.md',
    'results/history/update-user.jsonl',
  ])
  assert.equal(git(origin, 'show', 'main:README.md'), '2')
  assert.equal(git(origin, 'log', '-1', '--format=%an', 'main'), 'github-actions[bot]')

  writeTree(checkout, { 'results/history/update-user.jsonl': '{}\n{}\n' })
  git(checkout, 'remote', 'set-url', 'origin', join(scratch, 'nowhere'))
  const broken = await push()
  assert.equal(broken.status, 1)
  assert.match(broken.complaints, /^[^\n]*nowhere[^\n]*\n$/)
})
