import { initContract } from '@ts-rest/core'
import { createExpressEndpoints, initServer } from '@ts-rest/express'
import express from 'express'
import { z } from 'zod'
import type { UserList } from '../../shared/models/user-list.ts'

const c = initContract()

const userSchema = z.object({
  id: z.number().finite(),
  name: z.string(),
  surname: z.string(),
  // `datetime` alone also passes offsets such as `+24:00`, of which `Date` makes an invalid one.
  lastUpdate: z.string().datetime({ offset: true }).pipe(z.coerce.date()),
})

const listSchema = z.object({ users: z.array(userSchema) })

const contract = c.router({
  updateUsers: { method: 'POST', path: '/updateUsers', body: listSchema, responses: { 200: c.type<UserList>() } },
})

const router = initServer().router(contract, {
  updateUsers: async ({ body: list }) => {
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return { status: 200, body: list }
  },
})

const app = express()

app.use(express.json())

createExpressEndpoints(contract, router, app)

app.listen(Number(process.env.PORT), process.env.HOST as string)
