import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeTree } from '../../shared/basics/testing.ts'
import { isAlive, killTracked } from '../processes/processes.ts'
import { faultyServers } from '../test/faulty/faulty-servers.ts'
import { serve } from '../test/fixtures.ts'
import { faultyDirectory, ownRunDirectory, processesOf } from '../test/testing.ts'
import { HOST, type Launch, ServerProcess } from './server-process.ts'
import { TrialFailure } from './trial-failure.ts'

// Kills servers that a failed test has left.
after(killTracked)

const FAULTY = faultyDirectory()
/** Generous, for a busy machine. */
const limits = { startTimeout: 60_000, stopTimeout: 60_000 }
/** Short, for servers that never start or end. */
const briefLimits = { startTimeout: 500, stopTimeout: 500 }

function faulty(name: string): Launch {
  return { runtime: { executable: process.execPath }, entry: join(FAULTY, name, 'update-user.ts') }
}

for (const name of ['never-listens', 'ignores-port', 'serves-from-elsewhere'] as const) {
  const skip =
    name !== 'never-listens' && process.platform !== 'linux' && 'only Linux reports listeners'
  test(`${name} does not start, and no process is left`, { skip }, async (t) => {
    const scratch = ownRunDirectory(t)
    // The orphan must be listening by then; a wrong port is detected as soon as it is open.
    const startTimeout = {
      'never-listens': 500,
      'ignores-port': 60_000,
      'serves-from-elsewhere': 4_000,
    }[name]
    const limits = { ...briefLimits, startTimeout }
    await assert.rejects(ServerProcess.start(faulty(name), null, limits), (error) => {
      assert.ok(error instanceof TrialFailure)
      assert.equal(error.phase, 'start')
      assert.match(error.message, faultyServers.start[name].expected.disqualified)
      return true
    })
    assert.deepEqual(processesOf(scratch), [])
  })
}

test('a taken port is reported, and its owner not mistaken for the server', async (t) => {
  const scratch = ownRunDirectory(t)
  const { port } = await serve(t, (_request, response) => response.end())
  await assert.rejects(ServerProcess.start(faulty('honest'), null, limits, port), {
    phase: 'start',
    message: `port ${port} was taken by another process`,
  })
  assert.deepEqual(processesOf(scratch), [])
})

test('the end of the server ends the wait', async (t) => {
  const { port, server } = await serve(t, (_request, response) => response.end())
  server.close()
  await once(server, 'close')
  await assert.rejects(ServerProcess.start(faulty('throws-at-start'), null, limits, port), {
    phase: 'start',
  })
  const knocked = createServer()
  let knocks = 0
  knocked.on('connection', (socket) => {
    knocks++
    socket.destroy()
  })
  knocked.listen(port, HOST)
  t.after(() => knocked.close())
  const next = await ServerProcess.start(faulty('honest'), null, limits)
  await next.stop(limits)
  assert.equal(knocks, 0)
})

/** A server that sends its port to this process and listens after the response. */
const asksFirst = `
  import { once } from 'node:events'
  import { createServer } from 'node:http'
  import { connect } from 'node:net'
  import { tmpdir } from 'node:os'
  const asking = connect(tmpdir() + '/control')
  asking.write(process.env.PORT)
  await once(asking, 'data')
  createServer().listen(process.env.PORT, process.env.HOST)`

test('if another process takes the port first, another port is chosen', async (t) => {
  const scratch = ownRunDirectory(t)
  writeTree(scratch, { 'server.mjs': asksFirst })
  const asked: number[] = []
  const control = createServer(async (asking) => {
    const [text] = await once(asking, 'data')
    const port = Number(text)
    asked.push(port)
    if (asked.length === 1) {
      const holder = createServer().listen(port, HOST)
      t.after(() => holder.close())
      await once(holder, 'listening')
      assert.equal((holder.address() as AddressInfo).port, port)
    }
    asking.end('go on')
  }).listen(join(scratch, 'control'))
  t.after(() => control.close())
  await once(control, 'listening')

  const launch = { runtime: { executable: process.execPath }, entry: join(scratch, 'server.mjs') }
  const server = await ServerProcess.start(launch, null, limits)
  assert.equal(asked.length, 2)
  assert.equal(server.port, asked[1])
  assert.deepEqual(await server.stop(limits), { ignoredSeconds: null, left: 0 })
  assert.deepEqual(processesOf(scratch), [])
})

test('a server with a hard-coded, taken port fails, with the fix', async (t) => {
  const scratch = ownRunDirectory(t)
  const { port } = await serve(t, (_request, response) => response.end())
  writeTree(scratch, {
    'server.mjs': `import { createServer } from 'node:http'\ncreateServer().listen(${port}, process.env.HOST)`,
  })
  const launch = { runtime: { executable: process.execPath }, entry: join(scratch, 'server.mjs') }
  await assert.rejects(ServerProcess.start(launch, null, limits), {
    phase: 'start',
    message: `exited with status 1: Error: listen EADDRINUSE: address already in use ${HOST}:${port}: read HOST and PORT from the environment`,
  })
})

test('a missing program is a failed start', async () => {
  await assert.rejects(
    ServerProcess.start(
      { ...faulty('honest'), runtime: { executable: '/nowhere/node' } },
      null,
      limits,
    ),
    {
      phase: 'start',
      message: /\/nowhere\/node/,
    },
  )
})

for (const [name, ending] of Object.entries({
  honest: { ignoredSeconds: null, left: 0 },
  'ignores-sigterm': { ignoredSeconds: 0.5, left: 0 },
  'leaves-a-child': { ignoredSeconds: null, left: 1 },
  'leaves-an-orphan': { ignoredSeconds: null, left: 1 },
})) {
  test(`${name} is stopped, and no process is left`, async (t) => {
    const scratch = ownRunDirectory(t)
    const server = await ServerProcess.start(faulty(name), null, limits)
    assert.ok(processesOf(scratch).length > 0 || process.platform !== 'linux')
    assert.deepEqual(
      await server.stop(ending.ignoredSeconds === null ? limits : briefLimits),
      ending,
    )
    assert.ok(!isAlive(server.pid))
    assert.deepEqual(processesOf(scratch), [])
    assert.deepEqual(
      await server.stop(limits),
      { ignoredSeconds: null, left: 0 },
      'a second stop does nothing',
    )
  })
}
