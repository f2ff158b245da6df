import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { describeRoute, resolver, validator } from 'hono-openapi'
import * as z from 'zod'
import { receipt } from '../../shared/models/order.ts'
import { Order } from '../../shared/models/zod/order.ts'
import { onError } from './on-error.ts'

const Receipt = z.object({ id: z.string(), total: z.number() })

const orders = describeRoute({
  responses: {
    200: { description: 'What is to be paid', content: { 'application/json': { schema: resolver(Receipt) } } },
  },
})

const app = new Hono()

app.onError(onError)

app.post('/orders', orders, validator('json', Order), (c) => c.json(receipt(c.req.valid('json'))))

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
