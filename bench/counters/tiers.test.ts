import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRuntime } from '../host/runtimes.ts'
import { tiersOf } from './tiers.ts'

const V8_TIERS = ['Ignition', 'Sparkplug', 'Maglev', 'Turbofan']

for (const name of ['node', 'deno'] as const) {
  const runtime = findRuntime(name)
  test(`${name} reports its tiers, all enabled`, { skip: !runtime && `${name} is not installed` }, async () => {
    const tiers = (runtime && (await tiersOf(runtime))) ?? assert.fail()
    assert.match(tiers.engine, /^V8 \d+\.\d+/)
    assert.deepEqual(tiers.on, V8_TIERS)
    assert.deepEqual(tiers.off, [])
  })
}

test('tiers disabled by arguments are off, and those that depend on them', async () => {
  const node = findRuntime('node') ?? assert.fail()
  const off = async (...args: string[]) => (await tiersOf({ ...node, args }))?.off
  assert.deepEqual(await off('--no-maglev'), ['Maglev'])
  assert.deepEqual(await off('--jitless'), ['Sparkplug', 'Maglev', 'Turbofan'])
})

test('the runner’s own environment has no effect, as for servers', async (t) => {
  const node = findRuntime('node') ?? assert.fail()
  const { NODE_OPTIONS } = process.env
  process.env.NODE_OPTIONS = '--no-maglev'
  t.after(() => {
    if (NODE_OPTIONS === undefined) delete process.env.NODE_OPTIONS
    else process.env.NODE_OPTIONS = NODE_OPTIONS
  })
  assert.deepEqual((await tiersOf(node))?.on, V8_TIERS)
})

test('a runtime without a response gives null', async () => {
  assert.equal(await tiersOf({ name: 'node', executable: '/nonexistent/node' }), null)
})
