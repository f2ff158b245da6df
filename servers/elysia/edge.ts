import { Elysia, t } from 'elysia'
import { CloudflareAdapter } from 'elysia/adapter/cloudflare-worker'
import { dateTime } from '../../shared/models/elysia/date-time.ts'
import { errors } from './errors.ts'
import { refuseLookalikes } from './lookalikes.ts'

const User = t.Object({
  id: t.Number(),
  name: t.String(),
  surname: t.String(),
  lastUpdate: dateTime,
})

export default new Elysia({ adapter: CloudflareAdapter })
  .use(errors)
  .post(
    '/updateUser',
    ({ body }) => {
      body.lastUpdate.setMonth(body.lastUpdate.getMonth() + 1)
      return body
    },
    { body: User, transform: refuseLookalikes() },
  )
  .compile()
