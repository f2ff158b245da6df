import { serve } from '@hono/node-server'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'

const dateTime = z.iso.datetime({ offset: true })

const UserJson = z.object({ id: z.number(), name: z.string(), surname: z.string(), lastUpdate: dateTime })

const User = z.strictObject({
  ...UserJson.shape,
  lastUpdate: dateTime.transform((text) => new Date(text)),
})

const updateUser = createRoute({
  method: 'post',
  path: '/updateUser',
  request: { body: { content: { 'application/json': { schema: User } }, required: true } },
  responses: { 200: { content: { 'application/json': { schema: UserJson } }, description: 'The user, a month later' } },
})

const app = new OpenAPIHono()

app.openapi(updateUser, (c) => {
  const user = c.req.valid('json')
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return c.json(user, 200)
})

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
