import { serve } from '@hono/node-server'
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import * as z from 'zod'

const User = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

const UserList = z.object({ users: z.array(User) })

const app = new Hono()

app.post('/updateUsers', zValidator('json', UserList), (c) => {
  const list = c.req.valid('json')
  for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return c.json(list)
})

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
