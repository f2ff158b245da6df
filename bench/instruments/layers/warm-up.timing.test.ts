/** Needs an idle machine: other work hides the decline of the cost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../../shared/basics/random.ts'
import { cpuClock } from '../../host/cpu-clock.ts'
import { Attempts } from '../../host/identity.ts'
import type { Server } from '../../host/servers.ts'
import { layeredServers, serverText } from '../../test/layered-servers.ts'
import { findVariants } from '../../variants/variants.ts'
import { layers } from './kind.ts'
import { measureLayers } from './measure.ts'

const LAYERS = {
  // Does much work at first, and less with every request.
  'slow to warm': serverText(`(body) => {
    const left = (globalThis.left = (globalThis.left ?? 400_000) - 1_000)
    let sum = 0
    for (let i = 0; i < left; i++) sum = Math.sqrt(sum + i)
    globalThis.sum = sum
    return deserializeUser(body)
  }`),
}

test('a server that is slow to warm up is loaded until its cost stops falling, or is reported', {
  skip: !cpuClock(),
}, async (t) => {
  const { found } = findVariants(layers, [layeredServers(t, LAYERS)], undefined)
  const measured = async (longestWarmUp: number) => {
    const load = { connections: 10, sliceSeconds: 0.1, warmUpSlices: 1, longestWarmUp, slices: 8 }
    const pinning = { server: null, generator: null, note: 'a test' }
    const { servers, unsettled } = await measureLayers(
      found,
      {
        counting: null,
        timing: { ...load, processes: 1, by: cpuClock() ?? 'ticks', seed: 1, pinning },
        random: createRandom(1),
      },
      new Attempts<Server>(({ name }, reason) => assert.fail(`${name}: ${reason}`)),
    )
    const cost = servers[0]?.variants.find(({ layer }) => layer === 'validation')?.microseconds[0]
    return { cost: cost ?? Number.NaN, unsettled }
  }
  const cold = await measured(1)
  assert.deepEqual(
    cold.unsettled.filter((title) => title.endsWith('validation')),
    ['slow to warm: - validation'],
  )
  const warm = await measured(60)
  assert.ok(warm.cost < cold.cost / 1.5, `${warm.cost} µs warm, ${cold.cost} µs cold`)
})
