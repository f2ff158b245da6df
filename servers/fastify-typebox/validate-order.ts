import { Type, type TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { receipt } from '../../shared/models/order.ts'
import { orderWith } from '../../shared/models/typebox/order.ts'
import { ajv } from './fields.ts'

const Receipt = Type.Object({ id: Type.String(), total: Type.Number() })

const fastify = Fastify({ ajv }).withTypeProvider<TypeBoxTypeProvider>()

fastify.post(
  '/orders',
  { schema: { body: orderWith(Type.String({ format: 'email' })), response: { 200: Receipt } } },
  async (request) => receipt(request.body),
)

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
