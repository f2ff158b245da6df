import { initContract } from '@ts-rest/core'
import { createExpressEndpoints, initServer } from '@ts-rest/express'
import express from 'express'
import { receipt } from '../../shared/models/order.ts'
import { orderSchema } from './order-schema.ts'

const c = initContract()

const contract = c.router({
  orders: {
    method: 'POST',
    path: '/orders',
    body: orderSchema,
    responses: { 200: c.type<{ id: string; total: number }>() },
  },
})

const router = initServer().router(contract, {
  orders: async ({ body }) => ({ status: 200, body: receipt(body) }),
})

const app = express()

app.use(express.json())

createExpressEndpoints(contract, router, app)

app.listen(Number(process.env.PORT), process.env.HOST as string)
