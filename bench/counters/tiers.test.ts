import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRuntime } from '../host/runtimes.ts'
import { parseTiers, tiersOf } from './tiers.ts'

const V8_TIERS = ['Ignition', 'Sparkplug', 'Maglev', 'Turbofan']

for (const name of ['node', 'deno', 'bun'] as const) {
  const runtime = findRuntime(name)
  test(`${name} reports its tiers, all enabled`, { skip: !runtime && `${name} is not installed` }, async () => {
    const tiers = (runtime && (await tiersOf(runtime))) ?? assert.fail()
    assert.match(tiers.engine, name === 'bun' ? /^JavaScriptCore [0-9a-f]{7,}$/ : /^V8 \d+\.\d+/)
    assert.deepEqual(tiers.on, name === 'bun' ? ['LLInt', 'Baseline', 'DFG', 'FTL'] : V8_TIERS)
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

test('JavaScriptCore’s list of options is parsed, and another format rejected', () => {
  const list = (jit: string, ftl: string) => `All JSC runtime options:
   useLLInt=true
   useJIT=${jit}
   useBaselineJIT=true
   useDFGJIT=true
   useFTLJIT=${ftl}
`
  const on = (options: string) => parseTiers(options).flatMap(([tier, isOn]) => (isOn ? tier : []))
  assert.deepEqual(on(list('true', 'true')), ['LLInt', 'Baseline', 'DFG', 'FTL'])
  assert.deepEqual(on(list('true', 'false (default: true)')), ['LLInt', 'Baseline', 'DFG'])
  assert.deepEqual(on(list('false (default: true)', 'false')), ['LLInt'])
  assert.deepEqual(parseTiers('useLLInt: true'), [])
})
