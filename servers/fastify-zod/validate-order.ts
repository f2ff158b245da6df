import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { receipt } from '../../shared/models/order.ts'
import { Order } from '../../shared/models/zod/order.ts'

const receiptSchema = z.object({ id: z.string(), total: z.number() })

const fastify = Fastify().withTypeProvider<ZodTypeProvider>()

fastify.setValidatorCompiler(validatorCompiler)
fastify.setSerializerCompiler(serializerCompiler)

fastify.post('/orders', { schema: { body: Order, response: { 200: receiptSchema } } }, async (request) =>
  receipt(request.body),
)

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
