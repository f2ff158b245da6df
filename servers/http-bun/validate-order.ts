import { type Order, orderErrors, receipt } from '../../shared/models/order.ts'
import { withJson } from './with-json.ts'

Bun.serve({
  hostname: process.env.HOST,
  port: process.env.PORT,
  routes: {
    '/orders': {
      POST: withJson((body) => {
        const errors = orderErrors(body)
        if (errors.length > 0) return Response.json({ error: 'Invalid order', fields: errors }, { status: 400 })
        return Response.json(receipt(body as Order))
      }),
    },
  },
})
