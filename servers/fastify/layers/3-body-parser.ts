/** Fastify's JSON parser replaced by the bare reading of a body. */
import Fastify from 'fastify'
import { deserializeUser, type UserJson } from '../../../shared/models/user.ts'
import { addBareParser } from './parse-json.ts'

const fastify = Fastify()

addBareParser(fastify)

fastify.post<{ Body: UserJson }>('/updateUser', async (request) => {
  const user = deserializeUser(request.body)
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return user
})

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
