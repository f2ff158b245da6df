import { initContract } from '@ts-rest/core'
import { initServer } from '@ts-rest/fastify'
import Fastify from 'fastify'
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

const s = initServer()

const router = s.router(contract, {
  updateUsers: async ({ body: list }) => {
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return { status: 200, body: list }
  },
})

const app = Fastify()

app.register(s.plugin(router))

await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
