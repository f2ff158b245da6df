import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { describeRoute, resolver, validator } from 'hono-openapi'
import * as z from 'zod'
import { onError } from './on-error.ts'

const dateTime = z.iso.datetime({ offset: true })

const UserJson = z.object({ id: z.number(), name: z.string(), surname: z.string(), lastUpdate: dateTime })

const User = UserJson.extend({ lastUpdate: dateTime.transform((text) => new Date(text)) })

const UserList = z.object({ users: z.array(User) })

const UserListJson = z.object({ users: z.array(UserJson) })

const updateUsers = describeRoute({
  responses: {
    200: {
      description: 'The users, a month later',
      content: { 'application/json': { schema: resolver(UserListJson) } },
    },
  },
})

const app = new Hono()

app.onError(onError)

app.post('/updateUsers', updateUsers, validator('json', UserList), (c) => {
  const list = c.req.valid('json')
  for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return c.json(list)
})

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
