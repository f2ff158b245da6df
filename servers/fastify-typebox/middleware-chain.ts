import { Type, type TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { RateCounter, RequestLog, readToken, type Token } from '../../shared/models/chain.ts'

declare module 'fastify' {
  interface FastifyRequest {
    entry: number
    token: Token
  }
}

const Me = Type.Object({ user: Type.String(), requestId: Type.String(), entry: Type.Integer() })

const log = new RequestLog()
const rates = new RateCounter()

const fastify = Fastify({ requestIdHeader: 'x-request-id' }).withTypeProvider<TypeBoxTypeProvider>()

fastify.decorateRequest('entry', 0)
fastify.decorateRequest('token')

fastify.addHook('onRequest', async (request, reply) => {
  reply.header('x-request-id', request.id)
})

fastify.addHook('onRequest', async (request) => {
  request.entry = log.add(request.id, request.method, request.url)
})

fastify.addHook('onRequest', async (request, reply) => {
  const token = readToken(request.headers.authorization)
  if (!token) return reply.code(401).send({ error: 'Unauthorized' })
  request.token = token
})

fastify.addHook('onRequest', async (request, reply) => {
  if (!rates.allows(request.token)) return reply.code(429).send({ error: 'Too Many Requests' })
})

fastify.addHook('onRequest', async (_request, reply) => {
  reply.header('x-content-type-options', 'nosniff')
})

fastify.get('/me', { schema: { response: { 200: Me } } }, async (request) => ({
  user: request.token.sub,
  requestId: request.id,
  entry: request.entry,
}))

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
