import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { SHARINGS } from '../../shared/format/workers.ts'
import { sum } from '../../shared/stats/statistics.ts'
import { connectionsTo, killTracked } from '../processes/processes.ts'
import { serversNamed } from '../test/rounds.ts'
import { ownRunDirectory, processesOf, until } from '../test/testing.ts'
import { HOST, ServerProcess } from './server-process.ts'
import { canShare, launchOfWorkers } from './workers.ts'

// Kills servers that a failed test has left.
after(killTracked)

const CONNECTIONS = 8
/** Generous, for a busy machine. */
const limits = { startTimeout: 60_000, stopTimeout: 60_000 }
const skip = process.platform !== 'linux' && 'processes share a port on Linux'

for (const server of serversNamed('http-node', 'http-bun', 'http-deno'))
  for (const sharing of SHARINGS.filter((each) => canShare(server.runtime, { sharing: each })))
    test(`workers of ${server.name} share a port by ${sharing}`, { skip }, async (t) => {
      const scratch = ownRunDirectory(t)
      const launch = launchOfWorkers(server, { number: 2, sharing })
      const group = await ServerProcess.start(launch, null, limits)
      const workers = group.workers()
      assert.equal(workers.length, 2)
      const sockets = Array.from({ length: CONNECTIONS }, () => connect(group.port, HOST))
      await Promise.all(sockets.map((socket) => once(socket, 'connect')))
      const accepted = () => sum(workers, (pid) => connectionsTo([pid], group.port))
      await until(() => accepted() === CONNECTIONS)
      const tree = await group.tree()
      // A primary is of the server, and its memory counts; a process that only starts workers is not.
      assert.equal(tree.includes(group.pid), sharing !== 'reuse-port')
      assert.ok(workers.every((pid) => tree.includes(pid)))
      for (const socket of sockets) socket.destroy()
      const { left } = await group.stop(limits)
      assert.deepEqual([left, processesOf(scratch)], [0, []])
    })

test('not each worker listens: the group does not start', { skip }, async (t) => {
  const scratch = ownRunDirectory(t)
  const [server = assert.fail()] = serversNamed('never-listens')
  const launch = launchOfWorkers(server, { number: 2, sharing: 'reuse-port' })
  const brief = { startTimeout: 1_500, stopTimeout: 500 }
  await assert.rejects(ServerProcess.start(launch, null, brief), {
    message: /^only some of its 2 workers listen on port \d+ after 1\.5 s$/,
  })
  assert.deepEqual(processesOf(scratch), [])
})
