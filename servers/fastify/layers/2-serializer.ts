/** Without the schema of the answer either: Fastify writes it by `JSON.stringify`. */
import Fastify from 'fastify'
import { deserializeUser, type UserJson } from '../../../shared/models/user.ts'

const fastify = Fastify()

fastify.post<{ Body: UserJson }>('/updateUser', async (request) => {
  const user = deserializeUser(request.body)
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return user
})

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
