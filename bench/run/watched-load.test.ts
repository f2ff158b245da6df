import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoadWatch } from '../load/generator.ts'
import type { NoiseReading } from '../machine/noise.ts'
import { sampleSlice } from '../test/fixtures.ts'
import { type Watch, watchLoad } from './watched-load.ts'

const quiet: NoiseReading = {
  time: 0,
  busy: 0,
  steal: 0,
  quotaStops: 0,
  swapped: 0,
  throttled: 0,
  frequencies: [],
}

/** Records its calls. @param busySeconds CPU time between its two readings, 100 s apart */
function watchThatSaw(busySeconds: number): Watch & { calls: string[] } {
  const calls: string[] = []
  return {
    calls,
    readNoise() {
      calls.push('read')
      return calls.length === 1 ? quiet : { ...quiet, time: 100, busy: 100 * busySeconds }
    },
    sample: async () => async () => {
      calls.push('stop')
      return sampleSlice().usage
    },
  }
}

test('noise is what neither server nor generator used', async () => {
  const { usage, report } = sampleSlice()
  const watch = watchThatSaw(80 + usage.cpuSeconds + report.cpuSeconds)
  const watched = await watchLoad(async (window) => {
    window.started?.()
    window.ended?.()
    return report
  }, watch)
  assert.equal(watched.noise, 'on the CPUs of the trial, other processes used 80% of one CPU')
  assert.deepEqual(watched.usage, usage)
  assert.deepEqual(watch.calls, ['read', 'read', 'stop'])
})

test('a load that fails ends the watch', async () => {
  const watch = watchThatSaw(0)
  const failing = async (window: LoadWatch) => {
    window.started?.()
    throw new Error('no load')
  }
  await assert.rejects(watchLoad(failing, watch), { message: 'no load' })
  assert.deepEqual(watch.calls, ['read', 'read', 'stop'])
})
