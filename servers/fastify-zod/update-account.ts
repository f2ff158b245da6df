import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { touchAccount } from '../../shared/models/account.ts'
import { accountSchema } from './account-schema.ts'

const fastify = Fastify().withTypeProvider<ZodTypeProvider>()

fastify.setValidatorCompiler(validatorCompiler)
fastify.setSerializerCompiler(serializerCompiler)

fastify.post('/updateAccount', { schema: { body: accountSchema, response: { 200: accountSchema } } }, async (request) =>
  touchAccount(request.body),
)

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
