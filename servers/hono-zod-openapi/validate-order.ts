import { serve } from '@hono/node-server'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { receipt } from '../../shared/models/order.ts'
import { Order } from '../../shared/models/zod/order.ts'

const Receipt = z.object({ id: z.string(), total: z.number() })

const orders = createRoute({
  method: 'post',
  path: '/orders',
  request: { body: { content: { 'application/json': { schema: Order } }, required: true } },
  responses: { 200: { content: { 'application/json': { schema: Receipt } }, description: 'What is to be paid' } },
})

const app = new OpenAPIHono()

app.openapi(orders, (c) => c.json(receipt(c.req.valid('json')), 200))

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
