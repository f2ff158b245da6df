import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { MemoryGroup } from '../processes/memory-group.ts'
import { isAlive, killTracked } from '../processes/processes.ts'
import { faultyServer } from '../test/faulty/faulty-servers.ts'
import { serve } from '../test/fixtures.ts'
import { faultyDirectory, ownRunDirectory, processesOf } from '../test/testing.ts'
import { HOST, type Launch, type Limits, ServerProcess } from './server-process.ts'
import { TrialFailure } from './trial-failure.ts'

// Kills servers that a failed test has left.
after(killTracked)

const FAULTY = faultyDirectory()
/** Generous, for a busy machine. */
const limits = { startTimeout: 60_000, stopTimeout: 60_000 }

const launched = (entry: string): Launch => ({ runtime: { executable: process.execPath }, entry })
const faulty = (name: string) => launched(join(FAULTY, name, 'update-user.ts'))

/** Asserts that it does not start, and leaves no process. */
async function assertFails(
  t: TestContext,
  launch: Launch,
  message: RegExp,
  change: Partial<Limits> = {},
): Promise<void> {
  const scratch = ownRunDirectory(t)
  await assert.rejects(ServerProcess.start(launch, null, { ...limits, ...change }), (error) => {
    assert.ok(error instanceof TrialFailure)
    assert.equal(error.phase, 'start')
    assert.match(error.message, message)
    return true
  })
  assert.deepEqual(processesOf(scratch), [])
}

const linuxOnly = process.platform !== 'linux' && 'only Linux reports listeners'
/** Milliseconds. The orphan must be listening by then; a wrong port is detected as soon as it is open. */
const startTimeouts = {
  'never-listens': 500,
  'ignores-port': 60_000,
  'ignores-host': 60_000,
  'serves-from-elsewhere': 4_000,
}
for (const [name, startTimeout] of Object.entries(startTimeouts)) {
  const skip = name !== 'never-listens' && linuxOnly
  test(`${name} does not start, and no process is left`, { skip }, (t) => {
    const { disqualified = /^$/ } = faultyServer(name)
    return assertFails(t, faulty(name), disqualified, { startTimeout, stopTimeout: 500 })
  })
}

test('the end of the server ends the wait', async (t) => {
  const directory = temporaryDirectory(t)
  const source = `import { writeFileSync } from 'node:fs'
writeFileSync('port', process.env.PORT)
throw new Error('no database here')`
  writeTree(directory, { 'server.mjs': source })
  await assertFails(t, launched(join(directory, 'server.mjs')), /no database here/)
  const port = Number(readFileSync(join(directory, 'port'), 'utf8'))
  let knocks = 0
  const knocked = createServer((socket) => {
    knocks++
    socket.destroy()
  }).listen(port, HOST)
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

/** Starts that server. Another process takes its first ports. */
async function startWithPortsTaken(t: TestContext, taken: number) {
  const scratch = ownRunDirectory(t)
  writeTree(scratch, { 'server.mjs': asksFirst })
  const ports: number[] = []
  const control = createServer(async (asking) => {
    const [text] = await once(asking, 'data')
    if (ports.push(Number(text)) <= taken) {
      const holder = createServer().listen(ports.at(-1), HOST)
      t.after(() => holder.close())
      await once(holder, 'listening')
    }
    asking.end('go on')
  }).listen(join(scratch, 'control'))
  t.after(() => control.close())
  await once(control, 'listening')
  const launch = launched(join(scratch, 'server.mjs'))
  const started = await ServerProcess.start(launch, null, limits).catch((error: Error) => error)
  return { scratch, ports, started }
}

test('if another process takes the port first, another port is chosen', async (t) => {
  const { scratch, ports, started } = await startWithPortsTaken(t, 1)
  assert.ok(started instanceof ServerProcess)
  assert.equal(ports.length, 2)
  assert.equal(started.port, ports[1])
  assert.deepEqual(await started.stop(limits), { ignoredSeconds: null, left: 0 })
  assert.deepEqual(processesOf(scratch), [])
})

test('a port that is taken again and again is reported, and its owner not mistaken for the server', async (t) => {
  const { scratch, ports, started } = await startWithPortsTaken(t, 3)
  assert.ok(started instanceof TrialFailure)
  assert.equal(ports.length, 3)
  assert.equal(started.message, `port ${ports[2]} was taken by another process`)
  assert.deepEqual(processesOf(scratch), [])
})

test('a server with a hard-coded, taken port fails, with the fix', async (t) => {
  const port = await serve(t, (_request, response) => response.end())
  const directory = temporaryDirectory(t)
  const source = `import { createServer } from 'node:http'\ncreateServer().listen(${port}, process.env.HOST)`
  writeTree(directory, { 'server.mjs': source })
  const message = new RegExp(
    `^exited with status 1: Error: listen EADDRINUSE: address already in use ${HOST}:${port}: read HOST and PORT from the environment$`,
  )
  await assertFails(t, launched(join(directory, 'server.mjs')), message)
})

test('a missing program is a failed start', (t) =>
  assertFails(t, { ...faulty('honest'), runtime: { executable: '/nowhere/node' } }, /nowhere/))

const nothing = { ignoredSeconds: null, left: 0 }
const endings = {
  honest: nothing,
  'ignores-sigterm': { ...nothing, ignoredSeconds: 0.5 },
  'leaves-a-child': { ...nothing, left: 1 },
}
for (const [name, ending] of Object.entries(endings)) {
  test(`${name} is stopped, and no process is left`, async (t) => {
    const scratch = ownRunDirectory(t)
    const server = await ServerProcess.start(faulty(name), null, limits)
    assert.ok(processesOf(scratch).length > 0 || process.platform !== 'linux')
    const stopTimeout = ending.ignoredSeconds === null ? limits.stopTimeout : 500
    assert.deepEqual(await server.stop({ ...limits, stopTimeout }), ending)
    assert.ok(!isAlive(server.pid))
    assert.deepEqual(processesOf(scratch), [])
    assert.deepEqual(await server.stop(limits), nothing, 'a second stop does nothing')
  })
}

const HUNGRY = 'const all = []; for (;;) all.push(Buffer.alloc(1e7, 1))'

test('a server that the kernel kills for lack of memory is not blamed for it', async (t) => {
  await using group = MemoryGroup.open(60 * 2 ** 20)
  if (!group) return t.skip('no memory group can be made')
  const directory = temporaryDirectory(t)
  writeTree(directory, { 'hungry.mjs': HUNGRY })
  const entry = join(directory, 'hungry.mjs')
  const [executable = '', ...args] = group.command(process.execPath)
  await assert.rejects(ServerProcess.start({ runtime: { executable, args }, entry }, null), {
    message: /^the kernel killed a server, since the machine had no memory left/,
  })
})
