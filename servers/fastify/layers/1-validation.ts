/** Without the schema of the body. */
import Fastify from 'fastify'
import { deserializeUser, type UserJson } from '../../../shared/models/user.ts'
import { ajv } from '../fields.ts'
import { userSchema } from './user-schema.ts'

const fastify = Fastify({ ajv })

fastify.post<{ Body: UserJson }>('/updateUser', { schema: { response: { 200: userSchema } } }, async (request) => {
  const user = deserializeUser(request.body)
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return user
})

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
