/** Faulty servers whose detection needs an idle machine: by CPU shares. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtin } from '../load/builtin/builtin.ts'
import { detectPinning } from '../machine/cpus.ts'
import { faultyServers } from '../test/faulty/faulty-servers.ts'
import { faulty, playGroups } from '../test/rounds.ts'

const pinning = detectPinning()
const load = { connections: 20, sliceSeconds: 1, durationSeconds: 2, polling: true }

test('a server that waits under load gets a caveat', {
  skip: !pinning.server && 'nothing is pinned here',
}, async () => {
  const name = 'dawdles-under-load'
  const [expected] = faultyServers.load[name].expected.caveats
  const { trials } = await playGroups(builtin, [faulty(name)], load, { pinning })
  const given = trials[name]?.caveats.filter(({ kind }) => kind === expected?.kind) ?? []
  assert.equal(given.length, 1)
  for (const { message } of given) assert.match(message, expected?.message ?? /^$/)
})
