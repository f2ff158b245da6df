import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { SERVERS_DIR } from '../../folders/servers.ts'
import { type Bundling, workerdBundle } from './workerd.ts'

test('a worker keeps the names of functions, as by wrangler, and no locales of zod', async () => {
  const entry = join(SERVERS_DIR, 'trpc/edge.ts')
  const of = async (bundling?: Bundling) =>
    new TextDecoder().decode(await workerdBundle(entry, bundling))
  const usual = await of()
  assert.match(usual, /__name\(/)
  assert.doesNotMatch(usual, /zod\/v4\/locales\/he\.js/)
  assert.doesNotMatch(await of({ keepNames: false }), /__name\(/)
  assert.match(await of({ style: 'documented' }), /zod\/v4\/locales\/he\.js/)
})
