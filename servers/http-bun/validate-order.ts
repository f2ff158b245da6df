import { Invalid } from '../../shared/models/invalid.ts'
import { parseOrder, receipt } from '../../shared/models/order.ts'
import { withJson } from './with-json.ts'

Bun.serve({
  hostname: process.env.HOST,
  port: process.env.PORT,
  routes: {
    '/orders': {
      POST: withJson((body) => {
        const order = parseOrder(body)
        if (order instanceof Invalid) {
          return Response.json({ error: 'Invalid order', fields: order.fields }, { status: 400 })
        }
        return Response.json(receipt(order))
      }),
    },
  },
})
