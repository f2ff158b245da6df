import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unmeasurable } from '../../shared/basics/errors.ts'
import { explained } from './with-server.ts'

test('a lost connection is explained by the end of the server, which is no fault of it without memory', async () => {
  const lost = () => Promise.reject(new Error('the connection was closed'))
  const server = (end: Error | null) => ({
    exited: end ? Promise.reject(end) : Promise.withResolvers<never>().promise,
    withOutput: (reason: string) => `${reason}: its output`,
  })
  await assert.rejects(explained(server(new Error('exited with status 1')), lost()), {
    message: 'exited with status 1: its output',
  })
  await assert.rejects(explained(server(null), lost()), {
    message: 'the connection was closed: its output',
  })
  const memory = new Unmeasurable('no memory left')
  await assert.rejects(explained(server(memory), lost()), memory)
})
