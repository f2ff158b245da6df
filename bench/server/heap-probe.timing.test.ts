import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { findRuntime } from '../machine/runtimes.ts'
import { HeapProbe } from './heap-probe.ts'
import { HOST, ServerProcess } from './server-process.ts'

/** Holds some megabytes of objects and releases them at the first request. */
const HOLDS = `import { createServer } from 'node:http'
import process from 'node:process'
let held = Array.from({ length: 200_000 }, (_, i) => ({ i, text: 'a' + i }))
const buffer = new Uint8Array(2e7).fill(1)
createServer((_, response) => {
  held = []
  response.end(String(buffer.length))
}).listen(Number(process.env.PORT), process.env.HOST)
`

for (const name of ['node', 'bun', 'deno'] as const) {
  const runtime = findRuntime(name)
  test(`${name} reports its heap, and collects released objects`, { skip: !runtime }, async (t) => {
    assert.ok(runtime)
    const directory = temporaryDirectory(t)
    writeTree(directory, { 'holds.ts': HOLDS })
    const probe = new HeapProbe(name)
    t.after(() => probe[Symbol.dispose]())
    const server = await ServerProcess.start(
      probe.launch({ runtime, entry: join(directory, 'holds.ts') }),
      null,
    )
    t.after(() => server.stop())
    const held = await probe.read(server.pid, true)
    assert.equal(await (await fetch(`http://${HOST}:${server.port}/`)).text(), '20000000')
    const dropped = await probe.read(server.pid, true)
    t.diagnostic(`${held.heap} bytes, then ${dropped.heap}`)
    assert.ok(held.heap - dropped.heap > 4e6, `${held.heap} bytes, then ${dropped.heap}`)
    assert.ok(dropped.heap > 0)
    // The buffer counts once: Bun has it in its heap.
    const outside = (await probe.inUse(server.pid)) - dropped.heap
    assert.ok(name === 'bun' ? outside < 1e7 : outside > 2e7, `${outside} bytes`)
    const [before, after] = [held.gc, dropped.gc]
    if (name !== 'node') return assert.deepEqual([before, after], [null, null])
    assert.ok(before && after && after.collections > before.collections)
    assert.ok(after.milliseconds > before.milliseconds && after.cpuMilliseconds > 0)
  })
}
