import Fastify from 'fastify'
import { orderSchema, receiptSchema } from '../../shared/models/json-schema/order.ts'
import { type Order, receipt } from '../../shared/models/order.ts'
import { ajv } from './fields.ts'

const fastify = Fastify({ ajv })

fastify.post<{ Body: Order }>(
  '/orders',
  { schema: { body: orderSchema, response: { 200: receiptSchema } } },
  async (request) => receipt(request.body),
)

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
