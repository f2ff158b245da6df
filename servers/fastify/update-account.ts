import Fastify from 'fastify'
import { type AccountJson, deserializeAccount, touchAccount } from '../../shared/models/account.ts'
import { accountSchema } from './account-schema.ts'
import { ajv } from './fields.ts'

const fastify = Fastify({ ajv })

fastify.post<{ Body: AccountJson }>(
  '/updateAccount',
  { schema: { body: accountSchema, response: { 200: accountSchema } } },
  async (request) => touchAccount(deserializeAccount(request.body)),
)

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
