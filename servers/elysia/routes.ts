import { node } from '@elysiajs/node'
import { Elysia, t } from 'elysia'
import { dateTime } from '../../shared/models/elysia/date-time.ts'
import { errors } from './errors.ts'
import { refuseLookalikes } from './lookalikes.ts'

const userModel = () =>
  t.Object({
    id: t.Number(),
    name: t.String(),
    surname: t.String(),
    lastUpdate: dateTime,
  })

const app = new Elysia({ adapter: node() }).use(errors)

for (let route = 1; route <= Number(process.env.ROUTES); route++) {
  app.post(
    `/updateUser${route}`,
    ({ body }) => {
      body.lastUpdate.setMonth(body.lastUpdate.getMonth() + 1)
      return body
    },
    { body: userModel(), transform: refuseLookalikes() },
  )
}

app.listen({ hostname: process.env.HOST, port: Number(process.env.PORT) })
