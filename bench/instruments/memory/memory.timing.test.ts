/** Memory over time of servers that leak, that grow and settle, and that fail. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { memoryStore, summarizeMemory } from '../../../charts/instruments/memory/format.ts'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import type { FaultyServer } from '../../test/faulty/faulty-server.ts'
import { folderOf } from '../../test/faulty/faulty-servers.ts'
import { memory } from '../../test/faulty/memory.ts'
import { commandLine, processesOf, runDirectory } from '../../test/testing.ts'

test('a leak of ten bytes per request is reported, a filling cache is not', {
  timeout: 90_000,
}, async (t) => {
  const scratch = runDirectory(t)
  const servers = temporaryDirectory(t)
  for (const [name, faulty] of Object.entries<FaultyServer>(memory))
    writeTree(join(servers, name), folderOf('memory', name, faulty))
  const out = join(scratch, 'memory.json')
  const chosen = ['--servers-dir', servers, '--servers', Object.keys(memory).join(',')]
  const options = [
    '--soak',
    '--seconds',
    '24',
    '--rate',
    '600',
    '--idle',
    '0',
    '--side-by-side',
    '7',
    '--out',
    out,
  ]
  const { status, output, complaints } = await commandLine(scratch, [
    'memory',
    'update-user',
    ...chosen,
    ...options,
  ])
  assert.deepEqual(complaints, [])
  assert.equal(status, 1)
  assert.deepEqual(processesOf(scratch), [])
  const result = memoryStore.read(out)
  const serverNamed = (name: string) =>
    result.servers.find((each) => each.name === name) ?? assert.fail(name)
  const growthOf = (name: string) => summarizeMemory(serverNamed(name), result.protocol)?.growth
  t.diagnostic(
    JSON.stringify(result.servers.map(({ name, refusal }) => [name, refusal ?? growthOf(name)])),
  )
  const leaks = growthOf('leaks')
  assert.equal(leaks?.verdict, 'leak')
  const slope = leaks?.slope ?? 0
  assert.ok(slope > 5 && slope < 20, `${slope} bytes per request`)
  assert.ok(output.some((line) => /\bleaks .* leaks\b/.test(line)))
  for (const name of ['holds-nothing', 'closes-on-signals', 'fills-a-cache']) {
    // In so short a time a heap may still be settling.
    assert.match(growthOf(name)?.verdict ?? '', /^(none|settling)$/, name)
  }
  const [grown] = serverNamed('fills-a-cache').processes
  const [first, last] = [grown?.soak.at(0), grown?.soak.at(-1)]
  assert.ok((last?.[2] ?? 0) - (first?.[2] ?? 0) > 1e6, 'the cache did grow')
  for (const name of ['is-too-slow', 'leaks-and-slows', 'breaks-under-load'] as const) {
    const { refusal, processes } = serverNamed(name)
    assert.match(refusal ?? '', memory[name].expected.refused)
    assert.deepEqual(processes, [])
  }
  for (const { start, collected, peak, requests, soak } of serverNamed('holds-nothing').processes) {
    assert.ok(requests >= 24 * 600)
    assert.ok(peak >= start.resident && start.resident > 10e6)
    assert.ok((collected?.heap ?? 0) > 1e6)
    assert.ok(soak.length >= 22)
  }
})
