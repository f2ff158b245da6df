import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { deserializeAccount, touchAccount } from '../../shared/models/account.ts'
import { AccountIn, AccountOut } from './account-schema.ts'
import { ajv } from './fields.ts'

const fastify = Fastify({ ajv }).withTypeProvider<TypeBoxTypeProvider>()

fastify.post('/updateAccount', { schema: { body: AccountIn, response: { 200: AccountOut } } }, async (request) =>
  touchAccount(deserializeAccount(request.body)),
)

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
