import { node } from '@elysiajs/node'
import { Elysia, t } from 'elysia'

const User = t.Object({
  id: t.Number(),
  name: t.String(),
  surname: t.String(),
  lastUpdate: t.Date(),
})

new Elysia({ adapter: node() })
  .post(
    '/updateUser',
    ({ body }) => {
      body.lastUpdate.setMonth(body.lastUpdate.getMonth() + 1)
      return body
    },
    { body: User },
  )
  .listen({ hostname: process.env.HOST, port: Number(process.env.PORT) })
