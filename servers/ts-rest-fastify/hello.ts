import { initContract } from '@ts-rest/core'
import { initServer } from '@ts-rest/fastify'
import Fastify from 'fastify'

const c = initContract()

const contract = c.router({
  hello: { method: 'GET', path: '/hello', responses: { 200: c.type<{ hello: string }>() } },
})

const s = initServer()

const router = s.router(contract, {
  hello: async () => ({ status: 200, body: { hello: 'world' } }),
})

const app = Fastify()

app.register(s.plugin(router))

await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
