import { initContract } from '@ts-rest/core'
import { initServer } from '@ts-rest/fastify'
import Fastify from 'fastify'
import { z } from 'zod'
import type { User } from '../../shared/models/user.ts'

const c = initContract()

const userSchema = () =>
  z.object({
    id: z.number().finite(),
    name: z.string(),
    surname: z.string(),
    lastUpdate: z.string().datetime({ offset: true }).pipe(z.coerce.date()),
  })

const updateUser = (route: number) =>
  ({ method: 'POST', path: `/updateUser${route}`, body: userSchema(), responses: { 200: c.type<User>() } }) as const

const names = Array.from({ length: Number(process.env.ROUTES) }, (_, i) => `updateUser${i + 1}`)

const contract = c.router(Object.fromEntries(names.map((name, i) => [name, updateUser(i + 1)])))

const s = initServer()

const handler = s.route(updateUser(0), async ({ body: user }) => {
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return { status: 200, body: user }
})

const router = s.router(contract, Object.fromEntries(names.map((name) => [name, handler])))

const app = Fastify()

app.register(s.plugin(router))

await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
