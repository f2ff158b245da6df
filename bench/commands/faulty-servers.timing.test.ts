/** Faulty servers whose detection takes long, or needs an idle machine: by time-outs and CPU shares. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { builtin } from '../load/builtin/builtin.ts'
import { detectPinning } from '../machine/cpus.ts'
import { faultyServer } from '../test/faulty/faulty-servers.ts'
import { play, serverNamed, serversNamed } from '../test/rounds.ts'

const pinning = detectPinning()
const load = { connections: 20, sliceSeconds: 1, durationSeconds: 2, polling: true }

test('a server that waits under load gets a caveat', {
  skip: !pinning.server && 'nothing is pinned here',
}, async () => {
  const name = 'dawdles-under-load'
  const [expected] = faultyServer(name).caveats ?? []
  const { trials } = await play(builtin, [[serverNamed(name)]], load, { pinning })
  const given = trials[name]?.evidence.caveats.filter(({ kind }) => kind === expected?.kind) ?? []
  assert.equal(given.length, 1)
  for (const { message } of given) assert.match(message, expected?.message ?? /^$/)
})

test('a server that computes while others are loaded is disqualified, and they are not', async () => {
  const name = 'slows-rivals'
  const { disqualified, trials } = await play(builtin, [serversNamed('honest', name)], load, {
    pinning,
  })
  assert.deepEqual(Object.keys(trials), ['honest'])
  assert.match(disqualified[name]?.reason ?? '', faultyServer(name).disqualified ?? /^$/)
})

describe('a server is disqualified that', { concurrency: true }, () => {
  for (const name of ['never-answers', 'hangs-under-load', 'serves-few']) {
    test(name, async () => {
      const change = { connections: 20, sliceSeconds: 0.2, durationSeconds: 0.2 }
      const { disqualified, trials } = await play(builtin, [[serverNamed(name)]], change)
      assert.match(disqualified[name]?.reason ?? '', faultyServer(name).disqualified ?? /^$/)
      assert.deepEqual(trials, {})
    })
  }
})
