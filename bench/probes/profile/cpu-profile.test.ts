import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCpuProfile } from './cpu-profile.ts'

const frame = (functionName: string) => ({
  functionName,
  scriptId: '7',
  url: 'file:///a.js',
  lineNumber: 0,
  columnNumber: 0,
})
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

test('a profile without samples of the load is rejected', () => {
  assert.throws(
    () => readCpuProfile(profile, { begin: 6_000, end: 7_000 }),
    /no sample in the window of the load$/,
  )
})
