import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { describeRoute, resolver, validator } from 'hono-openapi'
import * as z from 'zod'
import { onError } from '../on-error.ts'

const dateTime = z.iso.datetime({ offset: true })

const UserJson = z.object({ id: z.number(), name: z.string(), surname: z.string(), lastUpdate: dateTime })

const User = z.strictObject({
  ...UserJson.shape,
  lastUpdate: dateTime.transform((text) => new Date(text)),
})

const updateUser = describeRoute({
  responses: {
    200: { description: 'The user, a month later', content: { 'application/json': { schema: resolver(UserJson) } } },
  },
})

const app = new Hono()

app.onError(onError)

app.post('/updateUser', updateUser, validator('json', User), (c) => {
  const user = c.req.valid('json')
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return c.json(user)
})

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
