/** `c.json`, which makes a Response of the Web, replaced by Node’s own `writeHead` and `end`. */
import { type HttpBindings, serve } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { deserializeUser } from '../../../shared/models/user.ts'
import { receiveJson } from './receive-json.ts'

const app = new Hono<{ Bindings: HttpBindings }>()

app.post('/updateUser', async (c) => {
  const user = deserializeUser(await receiveJson(c.env.incoming))
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  const text = JSON.stringify(user)
  const { outgoing } = c.env
  outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
  outgoing.end(text)
  return RESPONSE_ALREADY_SENT
})

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
