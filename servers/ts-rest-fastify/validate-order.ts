import { initContract } from '@ts-rest/core'
import { initServer } from '@ts-rest/fastify'
import Fastify from 'fastify'
import { receipt } from '../../shared/models/order.ts'
import { orderSchema } from './order-schema.ts'

const c = initContract()

const contract = c.router({
  orders: {
    method: 'POST',
    path: '/orders',
    body: orderSchema,
    responses: { 200: c.type<{ id: string; total: number }>() },
  },
})

const s = initServer()

const router = s.router(contract, {
  orders: async ({ body }) => ({ status: 200, body: receipt(body) }),
})

const app = Fastify()

app.register(s.plugin(router))

await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
