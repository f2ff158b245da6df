import HyperExpress from 'hyper-express'
import { type Order, orderErrors, receipt } from '../../shared/models/order.ts'

const server = new HyperExpress.Server()

server.post('/orders', async (request, response) => {
  const body = await request.json<unknown>()
  const errors = orderErrors(body)
  if (errors.length > 0) return response.status(400).json({ error: 'Invalid order', fields: errors })
  response.json(receipt(body as Order))
})

await server.listen(Number(process.env.PORT), process.env.HOST)
