import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Noise } from '../host/noise.ts'
import type { LoadReport, LoadWatch } from '../load/generator.ts'
import { sampleReport, sampleSlice } from '../test/fixtures.ts'
import { type Watcher, watchLoad } from './watched-load.ts'

const quiet: Noise = {
  raw: { stealSeconds: 0.01, foreignSeconds: 0.02 },
  stealPercent: 0,
  foreignPercent: 2,
  swappedPages: 0,
  thermalEvents: null,
  frequencyPercent: null,
}
const busy: Noise = { ...quiet, foreignPercent: 80 }

/** Records its calls. */
function watcherThatSaw(noise: Noise, seconds = 1): Pick<Watcher, 'begin' | 'end' | 'seen'> & { calls: string[] } {
  const calls: string[] = []
  return {
    calls,
    begin: () => void calls.push('begin'),
    end: async () => void calls.push('end'),
    async seen(own) {
      calls.push(own >= 0.4 ? 'with the generator' : 'without the generator')
      return { usage: sampleSlice().usage, seconds, noise }
    },
  }
}

const load = (change: Partial<LoadReport>) => async (watch: LoadWatch) => {
  watch.started?.()
  watch.ended?.()
  return sampleReport(change)
}

test('on one host, its noise counts, and the generator’s CPU time is not noise', async () => {
  const watcher = watcherThatSaw(quiet, 1.2)
  const watched = await watchLoad(load({}), watcher)
  assert.deepEqual([watched.noise, watched.others, watched.seconds], [null, quiet.raw, 1])
  assert.ok(watcher.calls.includes('with the generator'))
})

test('on two hosts, the noise of both counts, and their CPU times are separate', async () => {
  const watcher = watcherThatSaw(quiet)
  const watched = await watchLoad(load({ noise: quiet }), watcher)
  assert.equal(watched.noise, null)
  assert.deepEqual(watched.others, { stealSeconds: 0.02, foreignSeconds: 0.04 })
  assert.ok(watcher.calls.includes('without the generator'))
  const disturbed = await watchLoad(load({ noise: busy }), watcherThatSaw(quiet))
  assert.equal(disturbed.noise, 'on the load generator’s host, on the pinned CPUs, other processes used 80% of one CPU')
  const there = await watchLoad(load({ noise: quiet }), watcherThatSaw(busy))
  assert.equal(there.noise, 'on the pinned CPUs, other processes used 80% of one CPU')
})

test('a difference between the windows of two hosts is a network delay', async () => {
  const watched = await watchLoad(load({ noise: quiet }), watcherThatSaw(quiet, 1.1))
  assert.equal(watched.noise, 'a message between the hosts came 100 ms late')
  assert.equal(watched.seconds, 1.1)
})

test('a load that fails ends the watch', async () => {
  const watcher = watcherThatSaw(quiet)
  const failing = async (watch: LoadWatch) => {
    watch.started?.()
    throw new Error('no load')
  }
  await assert.rejects(watchLoad(failing, watcher), { message: 'no load' })
  assert.deepEqual(watcher.calls, ['begin', 'end'])
})
