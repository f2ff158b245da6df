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

/** Watches a second and a bit, and records the calls that it got. */
function watcherThatSaw(noise: Noise, seconds = 1): Pick<Watcher, 'begin' | 'end' | 'seen'> & { told: string[] } {
  const told: string[] = []
  return {
    told,
    begin: () => void told.push('begin'),
    end: async () => void told.push('end'),
    async seen(own) {
      told.push(own >= 0.4 ? 'with the generator' : 'without the generator')
      return { usage: sampleSlice().usage, seconds, noise }
    },
  }
}

const load = (change: Partial<LoadReport>) => async (watch: LoadWatch) => {
  watch.started?.()
  watch.ended?.()
  return sampleReport(change)
}

test('on one machine its own noise counts, and the generator’s CPU time is nobody else’s', async () => {
  const watcher = watcherThatSaw(quiet, 1.2)
  const watched = await watchLoad(load({}), watcher)
  assert.deepEqual([watched.noise, watched.others, watched.seconds], [null, quiet.raw, 1])
  assert.ok(watcher.told.includes('with the generator'))
})

test('on two machines the noise of both counts, and each has its own CPU time', async () => {
  const watcher = watcherThatSaw(quiet)
  const watched = await watchLoad(load({ noise: quiet }), watcher)
  assert.equal(watched.noise, null)
  assert.deepEqual(watched.others, { stealSeconds: 0.02, foreignSeconds: 0.04 })
  assert.ok(watcher.told.includes('without the generator'))
  const disturbed = await watchLoad(load({ noise: busy }), watcherThatSaw(quiet))
  assert.equal(disturbed.noise, 'on the load generator’s host, other processes used 80% of a pinned CPU')
  const there = await watchLoad(load({ noise: quiet }), watcherThatSaw(busy))
  assert.equal(there.noise, 'other processes used 80% of a pinned CPU')
})

test('windows of two machines that differ in length are the network’s doing', async () => {
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
  assert.deepEqual(watcher.told, ['begin', 'end'])
})
