import { initContract } from '@ts-rest/core'
import { initServer } from '@ts-rest/fastify'
import Fastify from 'fastify'
import { type Account, touchAccount } from '../../shared/models/account.ts'
import { accountSchema } from './account-schema.ts'

const c = initContract()

const contract = c.router({
  updateAccount: { method: 'POST', path: '/updateAccount', body: accountSchema, responses: { 200: c.type<Account>() } },
})

const s = initServer()

const router = s.router(contract, {
  updateAccount: async ({ body }) => ({ status: 200, body: touchAccount(body) }),
})

const app = Fastify()

app.register(s.plugin(router))

await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) })
