import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { withOwnFolders } from './own-folders.ts'

test('a path among the servers becomes its name and its folder; other words stay', () => {
  const own = (list: string) => withOwnFolders(['run', '--servers', list, '--quick']).slice(2, -1)
  assert.deepEqual(own('hono,./a/mine,koa'), ['hono,mine,koa', '--servers-dir', './a/mine'])
  assert.deepEqual(own('.'), [resolve('.').split('/').at(-1), '--servers-dir', '.'])
  assert.deepEqual(own('hono.bun'), ['hono.bun'])
  assert.deepEqual(withOwnFolders(['--servers=../b/']), [
    '--servers',
    'b',
    '--servers-dir',
    '../b/',
  ])
  const others = ['versions', 'ajv@8.17.1', 'ajv@file:../ajv', '--servers', 'fastify']
  assert.deepEqual(withOwnFolders(others), others)
})
