import { Elysia, t } from 'elysia'
import { LATEST_DATE } from '../../shared/models/latest-date.ts'
import { errors } from './errors.ts'
import { refuseLookalikes } from './lookalikes.ts'

const userModel = () =>
  t.Object({
    id: t.Number(),
    name: t.String(),
    surname: t.String(),
    lastUpdate: t.Date({ maximumTimestamp: LATEST_DATE.getTime() }),
  })

const app = new Elysia().use(errors)

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
