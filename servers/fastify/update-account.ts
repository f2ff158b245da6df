import Fastify from 'fastify'
import { type AccountJson, deserializeAccount, touchAccount } from '../../shared/models/account.ts'
import { accountSchema } from '../../shared/models/json-schema/account.ts'
import { ajv, number } from './fields.ts'

const schema = accountSchema(number)

const fastify = Fastify({ ajv })

fastify.post<{ Body: AccountJson }>(
  '/updateAccount',
  { schema: { body: schema, response: { 200: schema } } },
  async (request) => touchAccount(deserializeAccount(request.body)),
)

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
