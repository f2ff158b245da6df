import { node } from '@elysiajs/node'
import { Elysia, t } from 'elysia'
import { dateTime } from '../../shared/models/elysia/date-time.ts'
import { errors } from './errors.ts'
import { refuseLookalikes } from './lookalikes.ts'

const User = t.Object({
  id: t.Number(),
  name: t.String(),
  surname: t.String(),
  lastUpdate: dateTime,
})

const UserList = t.Object({ users: t.Array(User) })

new Elysia({ adapter: node() })
  .use(errors)
  .post(
    '/updateUsers',
    ({ body }) => {
      for (const user of body.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
      return body
    },
    { body: UserList, parse: 'json', transform: refuseLookalikes('users') },
  )
  .listen({ hostname: process.env.HOST, port: Number(process.env.PORT) })
