import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCpuProfile } from './cpu-profile.ts'

const frame = (functionName: string) => ({ functionName, scriptId: '7', url: 'file:///a.js', lineNumber: 2 })
const profile = {
  nodes: [
    { id: 1, callFrame: { ...frame('(root)'), scriptId: '0', url: '', lineNumber: -1 }, children: [2] },
    { id: 2, callFrame: frame('outer'), children: [3] },
    { id: 3, callFrame: frame('inner') },
  ],
  startTime: 1_000,
  endTime: 5_000,
  samples: [1, 2, 3, 3, 2],
  timeDeltas: [0, 1_000, 1_000, 1_000, 1_000],
}
const whole = { begin: 0, end: 10_000 }

test('the time before a sample is that of the function that it found, within the window alone', () => {
  const self = (window: typeof whole) => readCpuProfile(profile, window).nodes.map((node) => node.self)
  assert.deepEqual(self(whole), [0, 2_000, 2_000])
  assert.deepEqual(self({ begin: 2_500, end: 4_500 }), [0, 500, 1_500])
  const { nodes, samples } = readCpuProfile(profile, whole)
  assert.equal(samples, 4)
  assert.equal(nodes[2]?.parent?.name, 'outer')
  assert.equal(nodes[2]?.line, 3)
})

test('an empty or truncated profile is refused by name', () => {
  const refused = (json: unknown, reason: RegExp, window = whole) =>
    assert.throws(() => readCpuProfile(json, window), reason)
  refused(undefined, /^Error: its profile is none: all of it: /)
  refused({}, /^Error: its profile is none: nodes: /)
  refused({ ...profile, nodes: [] }, /^Error: its profile is none: nodes: /)
  refused({ ...profile, samples: [], timeDeltas: [] }, /its profile is empty: it holds no sample$/)
  refused({ ...profile, timeDeltas: [0, 1_000] }, /cut short: 5 samples with 2 times$/)
  refused({ ...profile, nodes: profile.nodes.slice(0, 2) }, /cut short: it holds no function 3/)
  refused(profile, /no sample of the time in which it was loaded$/, { begin: 6_000, end: 7_000 })
})
