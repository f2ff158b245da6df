import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { profileOf } from '../../shared/models/profile.ts'
import { dateOut } from './date-out.ts'

const profileSchema = z.object({
  id: z.int(),
  profile: z.object({ name: z.string(), email: z.string(), age: z.int() }),
  roles: z.array(z.string()),
  metadata: z.object({
    version: z.int(),
    active: z.boolean(),
    tags: z.array(z.string()),
    score: z.number(),
  }),
  createdAt: dateOut,
  updatedAt: dateOut,
})

const fastify = Fastify().withTypeProvider<ZodTypeProvider>()

fastify.setValidatorCompiler(validatorCompiler)
fastify.setSerializerCompiler(serializerCompiler)

let count = 0

fastify.get('/json', { schema: { response: { 200: profileSchema } } }, async () => profileOf(++count))

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
