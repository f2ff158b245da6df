import { initContract } from '@ts-rest/core'
import { createExpressEndpoints, initServer } from '@ts-rest/express'
import express from 'express'

const c = initContract()

const contract = c.router({
  hello: { method: 'GET', path: '/hello', responses: { 200: c.type<{ hello: string }>() } },
})

const router = initServer().router(contract, {
  hello: async () => ({ status: 200, body: { hello: 'world' } }),
})

const app = express()

createExpressEndpoints(contract, router, app)

app.listen(Number(process.env.PORT), process.env.HOST as string)
