import { H3, HTTPError, readValidatedBody, serve } from 'h3'
import { Invalid } from '../../shared/models/invalid.ts'
import { type Order, parseOrder, receipt } from '../../shared/models/order.ts'

const app = new H3()

function validateOrder(body: unknown): Order {
  const order = parseOrder(body)
  if (order instanceof Invalid) {
    throw new HTTPError({ status: 400, message: 'Invalid order', data: { fields: order.fields } })
  }
  return order
}

app.post('/orders', async (event) => receipt(await readValidatedBody(event, validateOrder)))

serve(app, { hostname: process.env.HOST, port: process.env.PORT })
