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

new Elysia()
  .use(errors)
  .post(
    '/updateUser',
    ({ body }) => {
      body.lastUpdate.setMonth(body.lastUpdate.getMonth() + 1)
      return body
    },
    { body: User, parse: 'json', transform: refuseLookalikes() },
  )
  .listen({ hostname: process.env.HOST, port: Number(process.env.PORT) })
