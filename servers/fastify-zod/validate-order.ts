import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { patterns, receipt } from '../../shared/models/order.ts'

const addressSchema = z.object({
  street: z.string().min(1).max(100),
  city: z.string().min(1).max(60),
  zip: z.string().regex(patterns.zip),
  country: z.string().regex(patterns.country),
})

const itemSchema = z.object({
  sku: z.string().regex(patterns.sku),
  quantity: z.int().min(1).max(100),
  price: z.number().min(0.01).max(10_000),
})

const orderSchema = z.object({
  id: z.string().regex(patterns.id),
  customer: z.string().min(2).max(60),
  email: z.email(),
  currency: z.enum(['EUR', 'USD', 'GBP']),
  priority: z.enum(['low', 'normal', 'high']),
  discount: z.number().min(0).max(50),
  note: z.string().max(200),
  address: addressSchema,
  items: z.array(itemSchema).min(1).max(20),
  gift: z.boolean(),
})

const receiptSchema = z.object({ id: z.string(), total: z.number() })

const fastify = Fastify().withTypeProvider<ZodTypeProvider>()

fastify.setValidatorCompiler(validatorCompiler)
fastify.setSerializerCompiler(serializerCompiler)

fastify.post('/orders', { schema: { body: orderSchema, response: { 200: receiptSchema } } }, async (request) =>
  receipt(request.body),
)

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
