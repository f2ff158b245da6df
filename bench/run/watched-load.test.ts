import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Noise } from '../host/noise.ts'
import type { LoadWatch } from '../load/generator.ts'
import { sampleReport, sampleSlice } from '../test/fixtures.ts'
import { type Watch, watchLoad } from './watched-load.ts'

const quiet: Noise = {
  raw: { stealSeconds: 0.01, foreignSeconds: 0.02 },
  stealPercent: 0,
  foreignPercent: 2,
  swappedPages: 0,
  thermalEvents: 0,
  frequencyPercent: 0,
}

/** Records its calls. */
function watchThatSaw(noise: Noise): Watch & { calls: string[] } {
  const calls: string[] = []
  return {
    calls,
    meter: {
      begin: () => void calls.push('begin'),
      end: () => void calls.push('end'),
      noise(own) {
        calls.push(own >= sampleSlice().usage.cpuSeconds + sampleReport().cpuSeconds ? 'own' : 'less')
        return noise
      },
    },
    sample: async () => ({
      async stop() {
        calls.push('stop')
        return sampleSlice().usage
      },
    }),
  }
}

test('noise is what neither server nor generator used', async () => {
  const watch = watchThatSaw({ ...quiet, foreignPercent: 80 })
  const watched = await watchLoad(async (window) => {
    window.started?.()
    window.ended?.()
    return sampleReport()
  }, watch)
  assert.equal(watched.noise, 'on the pinned CPUs, other processes used 80% of one CPU')
  assert.deepEqual([watched.others, watched.usage], [quiet.raw, sampleSlice().usage])
  assert.deepEqual(watch.calls, ['begin', 'end', 'stop', 'own'])
})

test('a load that fails ends the watch', async () => {
  const watch = watchThatSaw(quiet)
  const failing = async (window: LoadWatch) => {
    window.started?.()
    throw new Error('no load')
  }
  await assert.rejects(watchLoad(failing, watch), { message: 'no load' })
  assert.deepEqual(watch.calls, ['begin', 'end', 'stop'])
})
