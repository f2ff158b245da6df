import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { HOST } from '../host/server-process.ts'
import { answerBytes, measureRoundTrip } from './round-trip.ts'

test('bytes come back one by one, and their way is timed', async (t) => {
  const { server, port } = await answerBytes(HOST)
  t.after(() => server.close())
  const { medianMs, minMs, samples } = await measureRoundTrip(HOST, port)
  assert.ok(minMs > 0 && minMs <= medianMs)
  assert.ok(samples >= 20)
})

test('where nobody answers, the system’s reason is told', async () => {
  const server = createServer().listen(0, HOST)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  await assert.rejects(measureRoundTrip(HOST, port), { message: /ECONNREFUSED/ })
})
