import { initContract } from '@ts-rest/core'
import { createExpressEndpoints, initServer } from '@ts-rest/express'
import express from 'express'
import { type Account, touchAccount } from '../../shared/models/account.ts'
import { accountSchema } from './account-schema.ts'

const c = initContract()

const contract = c.router({
  updateAccount: { method: 'POST', path: '/updateAccount', body: accountSchema, responses: { 200: c.type<Account>() } },
})

const router = initServer().router(contract, {
  updateAccount: async ({ body }) => ({ status: 200, body: touchAccount(body) }),
})

const app = express()

app.use(express.json())

createExpressEndpoints(contract, router, app)

app.listen(Number(process.env.PORT), process.env.HOST as string)
