import { H3, HTTPError, readValidatedBody, serve } from 'h3'
import { type Order, orderErrors, receipt } from '../../shared/models/order.ts'

const app = new H3()

function validateOrder(body: unknown): Order {
  const fields = orderErrors(body)
  if (fields.length > 0) throw new HTTPError({ status: 400, message: 'Invalid order', data: { fields } })
  return body as Order
}

app.post('/orders', async (event) => receipt(await readValidatedBody(event, validateOrder)))

serve(app, { hostname: process.env.HOST, port: process.env.PORT })
