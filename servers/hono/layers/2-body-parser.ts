/** `c.req.json()`, which reads a Request of the Web, replaced by the bare reading of a body. */
import { type HttpBindings, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { deserializeUser } from '../../../shared/models/user.ts'
import { receiveJson } from './receive-json.ts'

const app = new Hono<{ Bindings: HttpBindings }>()

app.post('/updateUser', async (c) => {
  const user = deserializeUser(await receiveJson(c.env.incoming))
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return c.json(user)
})

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
