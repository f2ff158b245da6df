/** Fastify's reply replaced by Node’s own `writeHead` and `end`. */
import Fastify from 'fastify'
import { deserializeUser, type UserJson } from '../../../shared/models/user.ts'
import { addBareParser } from './parse-json.ts'

const fastify = Fastify()

addBareParser(fastify)

fastify.post<{ Body: UserJson }>('/updateUser', (request, reply) => {
  const user = deserializeUser(request.body)
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  const text = JSON.stringify(user)
  reply.hijack()
  reply.raw.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
  reply.raw.end(text)
})

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
