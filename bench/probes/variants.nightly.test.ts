/** Strict keys and work-arounds with faulty servers and a counter that needs no emulator. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { writeTree } from '../../shared/basics/testing.ts'
import type { Counter } from '../counters/counter.ts'
import { SERVERS_DIR } from '../folders/servers.ts'
import type { AnyMeasuring } from '../measure/probe.ts'
import { measureSubjects } from '../measure/rounds.ts'
import { type Launch, ServerProcess } from '../server/server-process.ts'
import { writingTo } from '../terminal/output.ts'
import { serverText, variedServers } from '../test/varied-servers.ts'
import strictKeys from './strict-keys/probe.ts'
import workarounds from './workarounds/probe.ts'

/** Counts two thousand instructions of a whole server over every stretch of requests, and one thousand of a variant. */
const counter = {
  version: '1',
  async start(launch: Launch) {
    assert.match(launch.runtime.args?.join(' ') ?? '', /--import \S+\/pinned-tick-map\.mjs /)
    const server = await ServerProcess.start(launch, null)
    return {
      process: server,
      async during(work: () => Promise<void>) {
        await work()
        return { javascript: launch.entry.includes('workarounds') ? 1_000 : 2_000, others: 0 }
      },
      stop: () => server.stop(),
    }
  },
} as unknown as Counter

/** Measures servers of a directory, without counts unless there is a counter. */
async function measure(
  definition: AnyMeasuring,
  directory: string,
  names: string[],
  { counted = null, processes = 1 }: { counted?: Counter | null; processes?: number } = {},
) {
  const lines: string[] = []
  const io = { out: { write: (text: string) => lines.push(text) }, err: process.stderr }
  const pinning = { server: null, generator: null, note: 'a test' }
  const tools = { pinning, lanes: [null], counter: counted, version: 'none' }
  const values = { quick: true, seed: 1 }
  const serversDir = directory === SERVERS_DIR ? [] : [directory]
  const [found] = definition.subjects.find({ servers: names, serversDir } as never)
  const { scenario, subjects: all } = found ?? assert.fail()
  const subjects = all.flatMap((each) => definition.expand?.(each, values, tools) ?? [])
  const measured = await writingTo(io, () =>
    measureSubjects(definition, { subjects, scenario, values, tools, processes, seed: 1 }),
  )
  const of = (name: string, part = '') =>
    measured.find((each) => each.name === name && each.part === part) ?? assert.fail()
  return { measured, of, lines }
}

const VARIANTS = {
  honest: serverText('deserializeUser'),
  // Gives away what no other call may see.
  stale: serverText('(body) => (globalThis.first ??= deserializeUser(body))'),
  lenient: serverText('deserializeUser', 200),
}

test('a server without a work-around must handle the counted requests only; one that lacks its file is not counted', async (t) => {
  const declared = ['lenient', 'stale', 'fileless'].map((id) => ({ id, why: 'It must.' }))
  const directory = variedServers(t, { varied: VARIANTS.honest }, declared)
  const { lenient, stale } = VARIANTS
  writeTree(join(directory, 'varied/workarounds'), {
    'lenient.ts': lenient,
    'stale.ts': stale,
    'undeclared.ts': '',
  })
  const { measured, of } = await measure(workarounds, directory, ['varied'], { counted: counter })
  assert.deepEqual(
    measured.map(({ part }) => part),
    ['', 'lenient', 'stale', 'fileless'],
  )
  assert.equal(of('varied').disqualified, null)
  assert.equal(of('varied', 'lenient').disqualified, null)
  assert.match(of('varied', 'stale').disqualified ?? '', /^a wrong response: /)
  assert.deepEqual(of('varied', 'fileless').samples, [{ round: 1, values: { why: 'It must.' } }])
})

test('variants are counted in fresh processes, in another order each round; what fails is disqualified, and the others go on', async (t) => {
  const processes = 4
  const { honest, stale } = VARIANTS
  const directory = variedServers(t, { honest, stale })
  const { of, lines } = await measure(workarounds, directory, ['honest', 'stale'], {
    counted: counter,
    processes,
  })
  const rounds = lines.flatMap((line) => /^\d\/\d {2}(honest\S*)/.exec(line)?.[1] ?? [])
  const orders = new Set([0, 2, 4, 6].map((from) => rounds.slice(from, from + 2).join()))
  assert.equal(orders.size, 2)
  // Of 200 requests, 100 are counted at a time.
  const countsOf = (name: string, part: string) =>
    of(name, part).samples.map(({ values }) => values.instructions)
  assert.deepEqual(countsOf('honest', ''), Array(processes).fill(20))
  assert.deepEqual(countsOf('honest', 'validation'), Array(processes).fill(10))
  assert.equal(of('stale').samples.length, processes)
  assert.match(of('stale', 'validation').disqualified ?? '', /^a wrong response: /)
})

const OPTION = { option: 'strict', nested: true }

/** A server whose variant makes users of bodies like this. */
function strictServer(t: TestContext, make: string) {
  const directory = variedServers(t, { keyed: VARIANTS.honest }, [], { strictKeys: OPTION })
  writeTree(join(directory, 'keyed/strict-keys'), { 'update-user.ts': serverText(make) })
  return measure(strictKeys, directory, ['keyed'], { processes: 2 })
}

test('a server with strict keys must reject an unknown key, and handle the rest of its contract', async (t) => {
  const { of } = await strictServer(t, "(body) => ('extra' in Object(body) ? {} : parseUser(body))")
  const observed = { validator: null, option: OPTION.option, covers: 'yes' }
  // Observed once, in the first round.
  assert.deepEqual(of('keyed').samples, [
    { round: 1, values: { top: 'stripped', nested: null, ...observed } },
  ])
  assert.equal(of('keyed', 'strict').disqualified, null)
  const lax = await strictServer(t, 'parseUser')
  assert.match(
    lax.of('keyed', 'strict').disqualified ?? '',
    /^unknown key: expected 4xx, was stripped$/,
  )
  const broken = await strictServer(t, '() => ({})')
  assert.match(broken.of('keyed', 'strict').disqualified ?? '', /^ordinary user: /)
})

test('connect gets unknown keys in its JSON, and rejects them by its documented option', async () => {
  const { of } = await measure(strictKeys, SERVERS_DIR, ['connect'])
  const [{ values } = assert.fail()] = of('connect').samples
  assert.deepEqual([values.top, values.nested], ['stripped', 'stripped'])
  assert.deepEqual(of('connect', 'strict').samples, [
    { round: 1, values: { protoKey: 'rejected', constructorKey: 'rejected' } },
  ])
})
