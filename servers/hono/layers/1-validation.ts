/** Without the validator middleware. */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { deserializeUser, type UserJson } from '../../../shared/models/user.ts'

const app = new Hono()

app.post('/updateUser', async (c) => {
  let body: UserJson
  try {
    body = await c.req.json()
  } catch {
    throw new HTTPException(400, { message: 'Malformed JSON' })
  }
  const user = deserializeUser(body)
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return c.json(user)
})

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
