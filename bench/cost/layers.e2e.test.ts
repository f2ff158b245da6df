import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UsageError } from '../../shared/basics/errors.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { serverLayers } from '../../shared/result/layers-summary.ts'
import { cpuClock } from '../machine/cpu-clock.ts'
import { findRuntime, type Runtime } from '../machine/runtimes.ts'
import { layeredServers, serverText } from '../test/layered-servers.ts'
import { findLayers } from './layers.ts'
import { peel } from './peel.ts'

const LAYERS = {
  honest: serverText('deserializeUser'),
  // Gives away what no other call may see.
  stale: serverText('(body) => (globalThis.first ??= deserializeUser(body))'),
  lenient: serverText('deserializeUser', 200),
}

test('a variant must do what is left of its work, or its server is refused', async (t) => {
  const { found } = await findLayers(
    [layeredServers(t, { honest: LAYERS.honest, lenient: LAYERS.lenient, stale: LAYERS.stale })],
    undefined,
    1,
  )
  const [honest, lenient, stale] = found
  assert.deepEqual(
    found.map(({ name }) => name),
    ['honest', 'lenient', 'stale'],
  )
  assert.equal(honest?.flaw, null)
  assert.deepEqual(
    honest?.variants.map(({ layer }) => layer),
    [null, 'validation'],
  )
  assert.match(lenient?.flaw ?? '', /^without validation: malformed JSON: expected /)
  assert.match(stale?.flaw ?? '', /^without validation: ordinary user: expected /)
})

test('a server without layers, or that there is none of, is wrong usage', async (t) => {
  await assert.rejects(
    findLayers([layeredServers(t, { honest: LAYERS.honest })], ['express'], 1),
    (error: Error) =>
      error instanceof UsageError && /^no server called express has layers: there are honest$/.test(error.message),
  )
})

test('layers are peeled off in CPU time; who was refused has none, and the others stand', {
  skip: !cpuClock(),
}, async (t) => {
  const { found } = await findLayers(
    [layeredServers(t, { honest: LAYERS.honest, lenient: LAYERS.lenient })],
    undefined,
    1,
  )
  const said: string[] = []
  const { servers, libraries } = await peel(
    found,
    {
      runtime: findRuntime('node') as Runtime,
      counting: null,
      timing: {
        processes: 1,
        connections: 10,
        sliceSeconds: 0.1,
        warmUpSlices: 1,
        longestWarmUp: 1,
        slices: 1,
        clock: cpuClock() ?? 'ticks',
        seed: 1,
      },
      pinning: { server: null, generator: null, note: 'a test' },
      random: createRandom(1),
    },
    {
      counted: () => said.push('counted'),
      timed: ({ title }) => said.push(title),
      refused: ({ name }) => said.push(`${name} refused`),
    },
  )
  assert.deepEqual(libraries, [])
  assert.deepEqual(said.sort(), ['honest', 'honest: - validation', 'lenient refused'])
  assert.equal(servers.find(({ name }) => name === 'lenient')?.variants.length, 0)
  const [layers] = serverLayers({ servers }, 'microseconds')
  assert.equal(layers?.server.name, 'honest')
  assert.equal(layers?.layers.length, 2)
})
