/** Faulty servers whose detection needs an idle machine: by CPU shares, or by sizes that a program reports. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectPinning } from '../host/cpus.ts'
import { onPath } from '../host/programs.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { externalGenerator } from '../load/external.ts'
import { wrkTool } from '../load/wrk.ts'
import { faultyServers } from '../test/faulty/faulty-servers.ts'
import { faulty, playGroups } from '../test/rounds.ts'

const pinning = detectPinning()
const load = { connections: 20, sliceSeconds: 1, durationSeconds: 2, polling: true }

test('a server that waits under load gets a caveat', {
  skip: !pinning.server && 'nothing is pinned here',
}, async () => {
  const name = 'dawdles-under-load'
  const [expected] = faultyServers.load[name].expected.verdicts
  const { trials } = await playGroups(builtin, [faulty(name)], load, { pinning })
  const given = trials[name]?.verdicts.filter(({ kind }) => kind === expected?.kind) ?? []
  assert.equal(given.length, 1)
  for (const { message } of given) assert.match(message, expected?.message ?? /^$/)
})

const skip = !onPath('wrk') && 'wrk is not installed'
test('a server that sends less to wrk is caught by the bytes', { skip }, async () => {
  const wrk = externalGenerator(wrkTool)
  const { refusals, trials } = await playGroups(wrk, [faulty('honest', 'knows-wrk')], {
    ...load,
    generator: 'wrk',
    polling: false,
  })
  assert.deepEqual(Object.keys(trials), ['honest'])
  assert.match(refusals['knows-wrk']?.reason ?? '', faultyServers.load['knows-wrk'].expected.refused)
})
