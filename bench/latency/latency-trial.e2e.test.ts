/** What a trial does where answers to a generator that sleeps are wrong. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { discoverServers, findServerFolders } from '../contenders/servers.ts'
import { TrialFailure } from '../contenders/trial-failure.ts'
import { prepareOpen } from '../load/builtin/builtin.ts'
import type { OpenLoad } from '../load/open.ts'
import { faultyDirectory } from '../test/testing.ts'
import { LatencyTrial } from './latency-trial.ts'

const folders = findServerFolders([faultyDirectory()])
const connections = 20
const load: OpenLoad = { arrivals: 'constant', rate: 500, seconds: 0.5, seed: 1 }

test('a server whose answers are wrong while the generator sleeps is refused', async (t) => {
  const [server] = discoverServers(
    folders.filter(({ name }) => name === 'one-in-twenty-wrong'),
    'update-user',
  ).installed
  assert.ok(server)
  const plan = { scenario: 'update-user', wire: 'plain', connections, pipelining: 1, seed: 1, polling: true } as const
  const session = await prepareOpen(plan, null)
  t.after(() => session.close())
  const pinning = { server: null, generator: null, note: null }
  const trial = await LatencyTrial.start({ server, scenario: updateUser, pinning, connections, seed: 1 })
  t.after(() => trial.abandon())
  await assert.rejects(
    trial.whileSleeping(session, load),
    (error) => error instanceof TrialFailure && /^\d+ of \d+ responses were wrong, such as {"id":0/.test(error.message),
  )
})
