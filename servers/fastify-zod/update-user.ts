import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { dateTime } from './date-time.ts'

const userSchema = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: dateTime,
})

const fastify = Fastify().withTypeProvider<ZodTypeProvider>()

fastify.setValidatorCompiler(validatorCompiler)
fastify.setSerializerCompiler(serializerCompiler)

fastify.post('/updateUser', { schema: { body: userSchema, response: { 200: userSchema } } }, async (request) => {
  const user = request.body
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return user
})

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
