import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'

const greeting = z.object({ hello: z.string() })

const fastify = Fastify().withTypeProvider<ZodTypeProvider>()

fastify.setValidatorCompiler(validatorCompiler)
fastify.setSerializerCompiler(serializerCompiler)

fastify.get('/hello', { schema: { response: { 200: greeting } } }, async () => ({ hello: 'world' }))

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
