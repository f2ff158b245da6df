import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { describeRoute, resolver, validator } from 'hono-openapi'
import * as z from 'zod'

const dateTime = () => z.iso.datetime({ offset: true })

const userJson = () => z.object({ id: z.number(), name: z.string(), surname: z.string(), lastUpdate: dateTime() })

const user = () => userJson().extend({ lastUpdate: dateTime().transform((text) => new Date(text)) })

const updateUser = () =>
  describeRoute({
    responses: {
      200: {
        description: 'The user, a month later',
        content: { 'application/json': { schema: resolver(userJson()) } },
      },
    },
  })

const app = new Hono()

for (let route = 1; route <= Number(process.env.ROUTES); route++) {
  app.post(`/updateUser${route}`, updateUser(), validator('json', user()), (c) => {
    const body = c.req.valid('json')
    body.lastUpdate.setMonth(body.lastUpdate.getMonth() + 1)
    return c.json(body)
  })
}

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
