import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { subjectOf } from '../../measure/subjects.ts'
import { serverNamed } from '../../test/rounds.ts'
import { whileItRuns } from './measure.ts'

test('a server gets the bytes of an input, and its response and CPU time are measured', async () => {
  const server = serverNamed('honest')
  const start = { subject: subjectOf(server), scenario: updateUser, cpus: null, seed: 1 }
  const [valid, long] = await whileItRuns(start, async (send, json) => [
    await send(json),
    await send(`{"id":"${'1'.repeat(100_000)}"}`),
  ])
  assert.deepEqual([valid?.status, long?.status], [200, 400])
  assert.ok(long && long.bytes > 100_000 && long.received > 0 && long.work > 0)
})
