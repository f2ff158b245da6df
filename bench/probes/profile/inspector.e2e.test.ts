import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { freePort, HOST } from '../../server/server-process.ts'
import { Inspector } from './inspector.ts'

test('an inspector that ends rejects what is asked then and later', async (t) => {
  const port = await freePort()
  const args = [`--inspect=${HOST}:${port}`, '-e', 'setInterval(() => {}, 1000)']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  t.after(() => child.kill('SIGKILL'))
  await once(child.stderr, 'data')
  using inspector = await Inspector.connect(port)
  await inspector.beginProfile(500)
  const asked = inspector.endProfile()
  child.kill('SIGKILL')
  await asked.catch(() => {})
  await assert.rejects(inspector.endProfile(), { message: 'the inspector closed the connection' })
  await assert.rejects(Inspector.connect(port))
})
