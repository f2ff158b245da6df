import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { touchAccount } from '../../shared/models/account.ts'
import { Account } from '../../shared/models/zod/account.ts'
import { accountOut } from './account-schema.ts'

const fastify = Fastify().withTypeProvider<ZodTypeProvider>()

fastify.setValidatorCompiler(validatorCompiler)
fastify.setSerializerCompiler(serializerCompiler)

fastify.post('/updateAccount', { schema: { body: Account, response: { 200: accountOut } } }, async (request) =>
  touchAccount(request.body),
)

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
