import { initContract } from '@ts-rest/core'
import { initServer } from '@ts-rest/fastify'
import Fastify from 'fastify'
import { z } from 'zod'
import type { User } from '../../shared/models/user.ts'

const c = initContract()

const userSchema = z.object({
  id: z.number().finite(),
  name: z.string(),
  surname: z.string(),
  // `datetime` alone also passes offsets such as `+24:00`, of which `Date` makes an invalid one.
  lastUpdate: z.string().datetime({ offset: true }).pipe(z.coerce.date()),
})

const contract = c.router({
  updateUser: { method: 'POST', path: '/updateUser', body: userSchema, responses: { 200: c.type<User>() } },
})

const s = initServer()

const router = s.router(contract, {
  updateUser: async ({ body: user }) => {
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return { status: 200, body: user }
  },
})

const app = Fastify()

app.register(s.plugin(router))

await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
