import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import * as z from 'zod'

const User = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

const app = new Hono()

app.post('/updateUser', zValidator('json', User), (c) => {
  const user = c.req.valid('json')
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return c.json(user)
})

export default app
