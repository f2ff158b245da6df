import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { deserializeAccount, touchAccount } from '../../shared/models/account.ts'
import { accountWith } from '../../shared/models/typebox/account.ts'
import { ajv, DateOut, DateTime, Finite } from './fields.ts'

const schema = { body: accountWith(Finite, DateTime), response: { 200: accountWith(Finite, DateOut) } }

const fastify = Fastify({ ajv }).withTypeProvider<TypeBoxTypeProvider>()

fastify.post('/updateAccount', { schema }, async (request) => touchAccount(deserializeAccount(request.body)))

await fastify.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
