import { serve } from '@hono/node-server'
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { User } from './user-schema.ts'

const app = new Hono()

app.post('/updateUser', zValidator('json', User), (c) => {
  const user = c.req.valid('json')
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return c.json(user)
})

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
