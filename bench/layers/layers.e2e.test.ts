import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { UsageError } from '../../shared/basics/errors.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { writeTree } from '../../shared/basics/testing.ts'
import type { CountsProtocol } from '../../shared/result/instructions.ts'
import { serverLayers } from '../../shared/result/layers-summary.ts'
import { type Launch, ServerProcess } from '../contenders/server-process.ts'
import type { Counter } from '../counters/counter.ts'
import { cpuClock } from '../machine/cpu-clock.ts'
import { layeredServers, serverText } from '../test/layered-servers.ts'
import { findLayers, findWorkarounds } from './find-layers.ts'
import { type MeasurePlan, measureLayers } from './measure-layers.ts'

const LAYERS = {
  honest: serverText('deserializeUser'),
  // Gives away what no other call may see.
  stale: serverText('(body) => (globalThis.first ??= deserializeUser(body))'),
  lenient: serverText('deserializeUser', 200),
}

async function found(t: TestContext, ...names: (keyof typeof LAYERS)[]) {
  const layers = Object.fromEntries(names.map((name) => [name, LAYERS[name]]))
  return (await findLayers([layeredServers(t, layers)], undefined, 1)).found
}

async function measured(all: Awaited<ReturnType<typeof found>>, plan: Pick<MeasurePlan, 'counting' | 'timing'>) {
  const said: string[] = []
  const result = await measureLayers(
    all,
    { ...plan, random: createRandom(1) },
    {
      counted: ({ title }) => said.push(title),
      timed: ({ title }) => said.push(title),
      refused: ({ server }) => said.push(`${server.name} refused`),
    },
  )
  return { ...result, said }
}

test('a variant must do what is left of its work, or its server is refused', async (t) => {
  const [honest, lenient, stale] = await found(t, 'honest', 'lenient', 'stale')
  assert.equal(honest?.refusal, null)
  assert.deepEqual(
    honest?.variants.map(({ layer }) => layer),
    [null, 'validation'],
  )
  assert.match(lenient?.refusal ?? '', /^without validation: malformed JSON: /)
  assert.match(stale?.refusal ?? '', /^without validation: ordinary user: /)
})

test('a server stands beside itself without a work-around, which must handle valid data only', async (t) => {
  const workarounds = ['lenient', 'stale', 'fileless'].map((id) => ({ id, why: 'It must.' }))
  const directory = layeredServers(t, { honest: LAYERS.honest }, { workarounds })
  const folder = join(directory, 'honest/workarounds')
  writeTree(folder, { 'lenient.ts': LAYERS.lenient, 'undeclared.ts': '' })
  const [server] = (await findWorkarounds([directory], undefined, 1)).found
  assert.equal(server?.refusal, null)
  assert.deepEqual(
    server?.variants.map(({ layer }) => layer),
    [null, 'lenient'],
  )
  writeTree(folder, { 'stale.ts': LAYERS.stale })
  const [faulty] = (await findWorkarounds([directory], ['honest'], 1)).found
  assert.match(faulty?.refusal ?? '', /^without stale: ordinary user: /)
  await assert.rejects(findWorkarounds([directory], ['express'], 1), /express has work-arounds: there are honest$/)
})

test('a server without layers, or that there is none of, is wrong usage', async (t) => {
  await assert.rejects(
    findLayers([layeredServers(t, { honest: LAYERS.honest })], ['express'], 1),
    (error: Error) => error instanceof UsageError && /express .*: there are honest$/.test(error.message),
  )
})

test('layers are measured in CPU time; who was refused has none, and the others stand', {
  skip: !cpuClock(),
}, async (t) => {
  const pinning = { server: null, generator: null, note: 'a test' }
  const load = { connections: 10, sliceSeconds: 0.1, warmUpSlices: 1, longestWarmUp: 1, slices: 1 }
  const { servers, said } = await measured(await found(t, 'honest', 'lenient'), {
    counting: null,
    timing: { ...load, processes: 1, by: cpuClock() ?? 'ticks', seed: 1, pinning },
  })
  assert.deepEqual(said.sort(), ['honest', 'honest: - validation', 'lenient refused'])
  assert.equal(servers.find(({ name }) => name === 'lenient')?.variants.length, 0)
  const [layers] = serverLayers({ servers }, 'microseconds')
  assert.equal(layers?.server.name, 'honest')
  assert.equal(layers?.layers.length, 2)
})

/** Counts two thousand instructions of a whole server over every stretch of requests, and one thousand of a variant. */
const fakeCounter = {
  emulates: true,
  async start(launch: Launch) {
    assert.match(launch.runtime.args?.join(' ') ?? '', /--import \S+\/pinned-tick-map\.mjs$/)
    const server = await ServerProcess.start(launch, null)
    return {
      process: server,
      async during(work: () => Promise<void>) {
        await work()
        return { javascript: launch.entry.includes('layers') ? 1_000 : 2_000, others: 0 }
      },
      stop: () => server.stop(),
    }
  },
} as unknown as Counter

test('variants are counted in fresh processes, in another order each round; who fails is out, and the others stand', async (t) => {
  const all = await found(t, 'honest', 'stale')
  const [honest, stale] = all
  if (stale) stale.refusal = null
  const [step, processes] = [200, 4]
  const amounts = { requests: 2 * step, step, shortestWarmUp: null, longestWarmUp: 3 * step }
  const protocol: CountsProtocol = { ...amounts, counter: 'qemu', processes, sideBySide: 1, seed: 1 }
  const { servers, said } = await measured(all, {
    counting: { counter: fakeCounter, protocol, lanes: [null] },
    timing: null,
  })
  const rounds = said.filter((each) => each.startsWith('honest'))
  const orders = new Set([0, 2, 4, 6].map((from) => rounds.slice(from, from + 2).join()))
  assert.equal(orders.size, 2)
  assert.deepEqual(
    servers[0]?.variants.map(({ instructions }) => instructions),
    [2_000, 1_000].map((count) => Array(processes).fill(count / step)),
  )
  assert.equal(honest?.refusal, null)
  assert.equal(said.filter((each) => each === 'stale refused').length, 1)
  assert.match(servers[1]?.refusal ?? '', /^stale: - validation: /)
  assert.deepEqual(servers[1]?.variants, [])
})
