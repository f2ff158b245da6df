import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleTrial } from '../../shared/test/samples.ts'
import type { Runtime } from '../machine/runtimes.ts'
import { checkedFrom } from './check-health.ts'

const runtime: Runtime = {
  name: 'node',
  label: 'node',
  version: '26.10.0',
  executable: 'node',
  args: [],
}
const pinning = { server: [1], generator: [0], note: null }
const loaded = (name: string, trial = sampleTrial(1, 20_000)) => ({
  server: { name, version: null, runtime },
  trial,
})

test('a check reports the time per request of both servers, and the lost share of the pinned CPUs’ time', () => {
  const heavy = sampleTrial(1, 10_000)
  heavy.evidence.slices = heavy.evidence.slices.map((slice, i) => ({
    ...slice,
    stealSeconds: 0.01,
    foreignSeconds: 0.03,
    warmUp: i === 0,
  }))
  const checked = checkedFrom(loaded('http-node'), loaded('hapi', heavy), pinning)
  assert.deepEqual(checked, {
    runtime: 'node 26.10.0',
    light: { name: 'http-node', version: null, microseconds: 50, userMicroseconds: 30 },
    heavy: { name: 'hapi', version: null, microseconds: 100, userMicroseconds: 60 },
    lostPercent: 1,
  })
})

test('there is no check without both servers or without user time, and no lost share without pinning', () => {
  const unknown = sampleTrial()
  unknown.evidence.slices = unknown.evidence.slices.map((slice) => ({
    ...slice,
    userSeconds: null,
  }))
  const missing = { ...loaded('hapi'), trial: undefined }
  for (const heavy of [missing, loaded('hapi', unknown)])
    assert.equal(checkedFrom(loaded('http-node'), heavy, pinning), null)
  const unpinned = { server: null, generator: null }
  const checked = checkedFrom(loaded('http-node'), loaded('hapi'), unpinned)
  assert.equal(checked?.lostPercent, null)
})
