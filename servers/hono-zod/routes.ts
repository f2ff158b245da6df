import { serve } from '@hono/node-server'
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import * as z from 'zod'

const userSchema = () =>
  z.object({
    id: z.number(),
    name: z.string(),
    surname: z.string(),
    lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  })

const app = new Hono()

for (let route = 1; route <= Number(process.env.ROUTES); route++) {
  app.post(`/updateUser${route}`, zValidator('json', userSchema()), (c) => {
    const user = c.req.valid('json')
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return c.json(user)
  })
}

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
