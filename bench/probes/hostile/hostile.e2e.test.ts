import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { discoverServers, findServerFolders, SERVERS_DIR } from '../../folders/servers.ts'
import { subjectOf } from '../../measure/subjects.ts'
import { serverNamed } from '../../test/rounds.ts'
import { withFreshServer } from './measure.ts'
import probe from './probe.ts'

test('a server gets the bytes of an input, and its response and CPU time are measured', async () => {
  const server = serverNamed('honest')
  const start = { subject: subjectOf(server), scenario: updateUser, cpus: null, seed: 1 }
  const [valid, long] = await withFreshServer(start, true, async (send, json) => [
    await send(json),
    await send(`{"id":"${'1'.repeat(100_000)}"}`),
  ])
  assert.deepEqual([valid?.status, long?.status], [200, 400])
  assert.ok(long && long.bytes > 100_000 && long.received > 0 && Number(long.work) > 0)
})

test('a server that lists all errors is measured beside its variant that reports the first', async () => {
  const { installed } = discoverServers(findServerFolders([SERVERS_DIR]), 'update-user')
  const [server] = installed.filter(({ name }) => name === 'valibot').map((each) => subjectOf(each))
  const subjects = probe.expand?.(server ?? assert.fail(), {} as never, {} as never) ?? []
  assert.deepEqual(
    subjects.map(({ part, manifest }) => [part, manifest.validation.errors]),
    [
      ['', 'all'],
      ['first error', 'first'],
    ],
  )
  const received = await Promise.all(
    subjects.map((subject) =>
      withFreshServer({ subject, scenario: updateUser, cpus: null, seed: 1 }, false, (send) =>
        send('{}'),
      ),
    ),
  )
  const [all, first] = received.map((each) => each?.received ?? 0)
  assert.ok(Number(all) > 2 * Number(first), `${received.map((each) => each?.received)} bytes`)
})
