import { Hono } from 'hono'
import { validator } from 'hono/validator'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseOrder, receipt } from '../../shared/models/order.ts'

const app = new Hono()

app.post(
  '/orders',
  validator('json', (value: unknown, c) => {
    const order = parseOrder(value)
    if (order instanceof Invalid) return c.json({ error: 'Invalid order', fields: order.fields }, 400)
    return order
  }),
  (c) => c.json(receipt(c.req.valid('json'))),
)

Deno.serve({ hostname: Deno.env.get('HOST'), port: Number(Deno.env.get('PORT')) }, app.fetch)
