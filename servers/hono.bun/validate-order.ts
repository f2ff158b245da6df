import { Hono } from 'hono'
import { validator } from 'hono/validator'
import { type Order, orderErrors, receipt } from '../../shared/models/order.ts'

const app = new Hono()

app.post(
  '/orders',
  validator('json', (value: unknown, c) => {
    const errors = orderErrors(value)
    if (errors.length > 0) return c.json({ error: 'Invalid order', fields: errors }, 400)
    return value as Order
  }),
  (c) => c.json(receipt(c.req.valid('json'))),
)

export default { fetch: app.fetch, hostname: process.env.HOST, port: process.env.PORT }
