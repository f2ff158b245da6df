import HyperExpress from 'hyper-express'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseOrder, receipt } from '../../shared/models/order.ts'

const server = new HyperExpress.Server()

server.post('/orders', async (request, response) => {
  const body = await request.json<unknown>()
  const order = parseOrder(body)
  if (order instanceof Invalid) return response.status(400).json({ error: 'Invalid order', fields: order.fields })
  response.json(receipt(order))
})

await server.listen(Number(process.env.PORT), process.env.HOST)
