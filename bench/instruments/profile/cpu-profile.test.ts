import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCpuProfile } from './cpu-profile.ts'

const frame = (functionName: string) => ({ functionName, scriptId: '7', url: 'file:///a.js' })
const profile = {
  nodes: [
    { id: 1, callFrame: { ...frame('(root)'), scriptId: '0', url: '' }, children: [2] },
    { id: 2, callFrame: frame('outer'), children: [3] },
    { id: 3, callFrame: frame('inner') },
  ],
  startTime: 1_000,
  endTime: 5_000,
  samples: [1, 2, 3, 3, 2],
  timeDeltas: [0, 1_000, 1_000, 1_000, 1_000],
}
const whole = { begin: 0, end: 10_000 }

test('the time before a sample counts for its function, within the window', () => {
  const self = (window: typeof whole) => readCpuProfile(profile, window).map((node) => node.self)
  assert.deepEqual(self(whole), [0, 2_000, 2_000])
  assert.deepEqual(self({ begin: 2_500, end: 4_500 }), [0, 500, 1_500])
  assert.equal(readCpuProfile(profile, whole)[2]?.parent?.name, 'outer')
})

test('without idle samples, each sample counts for the time between two looks of the sampler', () => {
  // Four samples in the window with three sleeps each, and two looks without a sample: six looks in 10 ms.
  const nodes = readCpuProfile(profile, whole, { offset: 0, looks: { sleeps: 14, interval: 1_500 } })
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
  // On a busy machine, only looks that find JavaScript take longer.
  assert.deepEqual(
    readCpuProfile(profile, whole, { offset: 0, looks: { sleeps: 14, interval: 500 } }).map(({ self }) => self),
    [0, 4_350, 4_350, 1_300],
  )
  // Samples never represent more than the window.
  assert.deepEqual(
    readCpuProfile(profile, whole, { offset: 0, looks: { sleeps: 2, interval: 1_500 } }).map(({ self }) => self),
    [0, 5_000, 5_000, 0],
  )
})

test('times of another clock are converted before they are cut to the window', () => {
  const late = { begin: 1_002_500, end: 1_004_500 }
  const self = readCpuProfile(profile, late, { offset: 1_000_000, looks: null }).map((node) => node.self)
  assert.deepEqual(self, [0, 500, 1_500])
  assert.throws(() => readCpuProfile(profile, late), /no sample in the window/)
})

test('an empty or truncated profile is rejected with the reason', () => {
  const refused = (json: unknown, reason: RegExp, window = whole) =>
    assert.throws(() => readCpuProfile(json, window), reason)
  refused(undefined, /^Error: malformed profile: as a whole: /)
  refused({}, /^Error: malformed profile: nodes: /)
  refused({ ...profile, nodes: [] }, /^Error: malformed profile: nodes: /)
  refused({ ...profile, samples: [], timeDeltas: [] }, /empty profile: it has no samples$/)
  refused({ ...profile, timeDeltas: [0, 1_000] }, /truncated profile: 5 samples with 2 times$/)
  refused({ ...profile, nodes: profile.nodes.slice(0, 2) }, /truncated profile: it lacks the called function 3/)
  refused(profile, /no sample in the window of the load$/, { begin: 6_000, end: 7_000 })
})
