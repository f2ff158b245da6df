import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { dateOut } from './date-out.ts'

const userSchema = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

const listSchema = z.object({ users: z.array(userSchema) })

const listOut = z.object({ users: z.array(userSchema.extend({ lastUpdate: dateOut })) })

const fastify = Fastify().withTypeProvider<ZodTypeProvider>()

fastify.setValidatorCompiler(validatorCompiler)
fastify.setSerializerCompiler(serializerCompiler)

fastify.post('/updateUsers', { schema: { body: listSchema, response: { 200: listOut } } }, async (request) => {
  const list = request.body
  for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return list
})

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
