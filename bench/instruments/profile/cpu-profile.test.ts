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

test('a sampler that looks away while no JavaScript runs has each sample stand for the time between two looks', () => {
  // Four samples in the window, three sleeps each, and two looks that found none: six looks in 10 ms.
  const { nodes, samples } = readCpuProfile(profile, whole, { offset: 0, looks: { sleeps: 14, interval: 1_500 } })
  assert.equal(samples, 4)
  const each = 10_000 / 6
  assert.deepEqual(
    nodes.map(({ name, self }) => [name, Math.round(self)]),
    [
      ['(root)', 0],
      ['outer', Math.round(2 * each)],
      ['inner', Math.round(2 * each)],
      ['(idle)', Math.round(2 * each)],
    ],
  )
  // Where the machine was busy, looks that found JavaScript took longer, and the others did not.
  assert.deepEqual(
    readCpuProfile(profile, whole, { offset: 0, looks: { sleeps: 14, interval: 500 } }).nodes.map(({ self }) => self),
    [0, 4_350, 4_350, 1_300],
  )
  // The system's account is never so far off that there was less than all of the window.
  assert.deepEqual(
    readCpuProfile(profile, whole, { offset: 0, looks: { sleeps: 2, interval: 1_500 } }).nodes.map(({ self }) => self),
    [0, 5_000, 5_000, 0],
  )
})

test('times of another clock are put right before they are cut to the window', () => {
  const late = { begin: 1_002_500, end: 1_004_500 }
  const self = readCpuProfile(profile, late, { offset: 1_000_000, looks: null }).nodes.map((node) => node.self)
  assert.deepEqual(self, [0, 500, 1_500])
  assert.throws(() => readCpuProfile(profile, late), /no sample of the time/)
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
