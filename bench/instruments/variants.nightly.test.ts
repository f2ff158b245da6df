import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { UsageError } from '../../shared/basics/errors.ts'
import { writeTree } from '../../shared/basics/testing.ts'
import type { Counter } from '../counters/counter.ts'
import { Attempts } from '../folders/identity.ts'
import { SERVERS_DIR, type Server } from '../folders/servers.ts'
import { type Launch, ServerProcess } from '../server/server-process.ts'
import { writingTo } from '../terminal/output.ts'
import { serverText, variedServers } from '../test/varied-servers.ts'
import { checkVariants, findVariants, type VariedServer } from '../variants/variants.ts'
import { countVariants } from './count-variants.ts'
import { kind as strictKeys } from './strict-keys/instrument.ts'
import { inheritedKeysOf, unknownKeysOf } from './strict-keys/observe.ts'
import { kind as workarounds } from './workarounds/instrument.ts'

const VARIANTS = {
  honest: serverText('deserializeUser'),
  // Gives away what no other call may see.
  stale: serverText('(body) => (globalThis.first ??= deserializeUser(body))'),
  lenient: serverText('deserializeUser', 200),
}

const withouts = ({ variants }: VariedServer) => variants.map(({ without }) => without)

test('a server without a work-around must handle valid data only', async (t) => {
  const declared = ['lenient', 'stale', 'fileless'].map((id) => ({ id, why: 'It must.' }))
  const directory = variedServers(t, { honest: VARIANTS.honest }, declared)
  const folder = join(directory, 'honest/workarounds')
  const find = (...names: string[]) =>
    findVariants(workarounds, [directory], names).found[0] ?? assert.fail()
  writeTree(folder, { 'lenient.ts': VARIANTS.lenient, 'undeclared.ts': '' })
  assert.deepEqual(withouts(find('honest')), [null, 'lenient'])
  await checkVariants(workarounds, find('honest'), 1)
  writeTree(folder, { 'stale.ts': VARIANTS.stale })
  await assert.rejects(
    checkVariants(workarounds, find('honest'), 1),
    /^Error: without stale: ordinary user: /,
  )
  assert.throws(() => find('express'), UsageError)
})

test('a server with strict keys must reject an unknown key, and handle the rest of its contract', async (t) => {
  const directory = variedServers(t, { honest: VARIANTS.honest })
  const [honest] = findVariants(strictKeys, [directory], undefined).found
  assert.deepEqual(honest && withouts(honest), [null])
  const checked = async (make: string) => {
    writeTree(join(directory, 'honest/strict-keys'), { 'update-user.ts': serverText(make) })
    const [found] = findVariants(strictKeys, [directory], undefined).found
    assert.ok(found)
    await checkVariants(strictKeys, found, 1)
    await inheritedKeysOf(found.server, found.variants[1]?.entry ?? assert.fail(), 1)
  }
  await checked("(body) => ('extra' in Object(body) ? {} : parseUser(body))")
  await assert.rejects(
    checked('parseUser'),
    /^Error: without unknown keys: unknown key: expected 4xx, was stripped$/,
  )
  await assert.rejects(checked('() => ({})'), /^Error: without unknown keys: ordinary user: /)
})

test('connect gets unknown keys in its JSON, and rejects them by its documented option', async () => {
  const [connect] = findVariants(strictKeys, [SERVERS_DIR], ['connect']).found
  const { server, variants: [, strict] = [] } = connect ?? assert.fail()
  assert.deepEqual(await unknownKeysOf(server, 1), { top: 'stripped', nested: 'stripped' })
  const rejected = { protoKey: 'rejected', constructorKey: 'rejected' }
  assert.deepEqual(await inheritedKeysOf(server, strict?.entry ?? assert.fail(), 1), rejected)
  await assert.rejects(
    inheritedKeysOf(server, server.entry, 1),
    /unknown key: expected 4xx, was stripped$/,
  )
})

/** Counts two thousand instructions of a whole server over every stretch of requests, and one thousand of a variant. */
const fakeCounter = {
  version: '1',
  selfCheck: { expected: 1, counted: 1 },
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

test('variants are counted in fresh processes, in another order each round; what fails is disqualified, and the others go on', async (t) => {
  const processes = 4
  const said: string[] = []
  const io = {
    out: {
      write: (text: string) =>
        said.push(/^\d\/\d {2}(.+?) +[\d,]+ instructions/.exec(text)?.[1] ?? text),
    },
    err: process.stderr,
  }
  const attempts = new Attempts<Server>(({ name }) => said.push(`${name} disqualified`))
  const { honest: source, stale: wrong } = VARIANTS
  const { found } = findVariants(
    workarounds,
    [variedServers(t, { honest: source, stale: wrong })],
    undefined,
  )
  const pinning = { server: null, generator: null, note: 'a test' }
  const { counting, instructionsOf } = await writingTo(io, () =>
    countVariants({ found, attempts, pinning }, { processes, seed: 1, quick: true }, fakeCounter),
  )
  const [honest, stale] = found.map(({ server }) => server) as [Server, Server]
  const rounds = said.filter((each) => each.startsWith('honest'))
  const orders = new Set([0, 2, 4, 6].map((from) => rounds.slice(from, from + 2).join()))
  assert.equal(orders.size, 2)
  assert.deepEqual(
    [null, 'validation'].map((without) => instructionsOf(honest, without)),
    [2_000, 1_000].map((count) => Array(processes).fill(count / (counting.requests / 2))),
  )
  assert.equal(attempts.reasonOf(honest), null)
  assert.equal(said.filter((each) => each === 'stale disqualified').length, 1)
  assert.match(attempts.reasonOf(stale) ?? '', /^stale: - validation: /)
  assert.deepEqual(instructionsOf(stale, null), [])
})
