import { initContract } from '@ts-rest/core'
import { initServer } from '@ts-rest/fastify'
import Fastify from 'fastify'
import { RateCounter, RequestLog, readToken, type Token } from '../../shared/models/chain.ts'

declare module 'fastify' {
  interface FastifyRequest {
    entry: number
    token: Token
  }
}

const c = initContract()

const contract = c.router({
  me: { method: 'GET', path: '/me', responses: { 200: c.type<{ user: string; requestId: string; entry: number }>() } },
})

const s = initServer()

const router = s.router(contract, {
  me: async ({ request: { token, id, entry } }) => ({ status: 200, body: { user: token.sub, requestId: id, entry } }),
})

const log = new RequestLog()
const rates = new RateCounter()

const app = Fastify({ requestIdHeader: 'x-request-id' })

app.decorateRequest('entry', 0)
app.decorateRequest('token', null)

app.addHook('onRequest', async (request, reply) => {
  reply.header('x-request-id', request.id)
})

app.addHook('onRequest', async (request) => {
  request.entry = log.add(request.id, request.method, request.url)
})

app.addHook('onRequest', async (request, reply) => {
  const token = readToken(request.headers.authorization)
  if (!token) return reply.code(401).send({ error: 'Unauthorized' })
  request.token = token
})

app.addHook('onRequest', async (request, reply) => {
  if (!rates.allows(request.token)) return reply.code(429).send({ error: 'Too Many Requests' })
})

app.addHook('onRequest', async (_request, reply) => {
  reply.header('x-content-type-options', 'nosniff')
})

app.register(s.plugin(router))

await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
