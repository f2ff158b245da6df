import { serve } from '@hono/node-server'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'

const dateTime = z.iso.datetime({ offset: true })

const UserJson = z.object({ id: z.number(), name: z.string(), surname: z.string(), lastUpdate: dateTime })

const User = UserJson.extend({ lastUpdate: dateTime.transform((text) => new Date(text)) })

const UserList = z.object({ users: z.array(User) })

const UserListJson = z.object({ users: z.array(UserJson) })

const updateUsers = createRoute({
  method: 'post',
  path: '/updateUsers',
  request: { body: { content: { 'application/json': { schema: UserList } }, required: true } },
  responses: {
    200: { content: { 'application/json': { schema: UserListJson } }, description: 'The users, a month later' },
  },
})

const app = new OpenAPIHono()

app.openapi(updateUsers, (c) => {
  const list = c.req.valid('json')
  for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return c.json(list, 200)
})

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
