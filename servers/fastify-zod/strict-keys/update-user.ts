import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { dateOut } from '../date-out.ts'

const userSchema = z.strictObject({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

const userOut = z.object({ ...userSchema.shape, lastUpdate: dateOut })

const fastify = Fastify().withTypeProvider<ZodTypeProvider>()

fastify.setValidatorCompiler(validatorCompiler)
fastify.setSerializerCompiler(serializerCompiler)

fastify.post('/updateUser', { schema: { body: userSchema, response: { 200: userOut } } }, async (request) => {
  const user = request.body
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return user
})

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
