import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { HOST } from '../../server/server-process.ts'
import { connectTo, type LibraryProcess } from './library-process.ts'

/** Starts a fake process with the given behavior. */
async function processThat(
  t: TestContext,
  does: (socket: Socket) => void,
  exited: Promise<never>,
  patience = 60_000,
): Promise<LibraryProcess> {
  const server = createServer(does).listen(0, HOST)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const process = await connectTo(
    { port, exited, withOutput: (reason) => `${reason}: its output` },
    patience,
  )
  t.after(() => {
    process[Symbol.dispose]()
    server.close()
  })
  return process
}

const never = new Promise<never>(() => {})

test('a library that hangs is detected', async (t) => {
  const silent = await processThat(t, () => {}, never, 100)
  await assert.rejects(silent.ask('verify'), /^Error: verify: no response in 0.1 s: it hangs$/)
  const prompt = await processThat(
    t,
    (socket) => socket.on('data', () => socket.write('{"answer":null}\n')),
    never,
  )
  assert.equal(await prompt.ask('verify'), null)
})

test('a library’s error, its end and a closed connection are reported', async (t) => {
  const throwing = await processThat(
    t,
    (socket) => socket.on('data', () => socket.write('{"error":"no"}\n')),
    never,
  )
  await assert.rejects(throwing.ask('call'), /^Error: no$/)
  const ended = Promise.reject(new Error('exited with status 1'))
  ended.catch(() => {})
  await assert.rejects(
    (await processThat(t, () => {}, ended)).ask('call'),
    /^Error: exited with status 1$/,
  )
  const closing = await processThat(t, (socket) => socket.on('data', () => socket.destroy()), never)
  await assert.rejects(closing.ask('call'), /^Error: the connection was closed: its output$/)
})
