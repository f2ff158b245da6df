/** With the type `t.Date`. */
import { node } from '@elysiajs/node'
import { Elysia, t } from 'elysia'
import { LATEST_DATE } from '../../../shared/models/latest-date.ts'
import { errors } from '../errors.ts'
import { refuseLookalikes } from '../lookalikes.ts'

const User = t.Object({
  id: t.Number(),
  name: t.String(),
  surname: t.String(),
  lastUpdate: t.Date({ maximumTimestamp: LATEST_DATE.getTime() }),
})

new Elysia({ adapter: node() })
  .use(errors)
  .post(
    '/updateUser',
    ({ body }) => {
      body.lastUpdate.setMonth(body.lastUpdate.getMonth() + 1)
      return body
    },
    { body: User, transform: refuseLookalikes() },
  )
  .listen({ hostname: process.env.HOST, port: Number(process.env.PORT) })
