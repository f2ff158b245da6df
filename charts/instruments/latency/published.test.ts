import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { sampleLatency, sampleLatencyServer, samplePoint } from '../../test/latency.ts'
import { latencyStore } from './format.ts'

const server = (name: string) => sampleLatencyServer(name, [[samplePoint(1_000, 1)]])

test('the published file is clean and has most servers, or else is the newest', (t) => {
  const root = temporaryDirectory(t)
  const folder = join(root, 'results/latency/update-user')
  mkdirSync(folder, { recursive: true })
  const both = [server('a'), server('b')]
  const files: [day: number, servers: typeof both, change: Parameters<typeof sampleLatency>[1]][] =
    [
      [1, both, {}],
      [2, both, {}],
      [3, [server('a')], {}],
      [4, both, { clean: false }],
    ]
  const pathOf = (day: number) => join(folder, `2026-11-0${day}T10-00-00Z.json`)
  for (const [day, servers, change] of files)
    latencyStore.write(pathOf(day), sampleLatency(servers, change))
  assert.deepEqual(
    latencyStore.mostComplete({ root }).map(({ path }) => path),
    ['results/latency/update-user/2026-11-02T10-00-00Z.json'],
  )
  assert.throws(() => latencyStore.write(pathOf(1), sampleLatency(both)), /EEXIST/)
  assert.equal(latencyStore.read(pathOf(1)).servers.length, 2)
  assert.throws(() => latencyStore.read(join(folder, 'none.json')), /there is no such file/)
})
