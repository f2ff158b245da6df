import { createServer } from 'node:http'
import { type } from 'arktype'
import { receipt } from '../../shared/models/order.ts'
import { receiveJson, sendJson } from './http.ts'
import { Order } from './order-schema.ts'

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/orders') return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    const order = Order(body)
    if (order instanceof type.errors) return sendJson(response, 400, { error: 'Invalid order', issues: order.summary })
    sendJson(response, 200, receipt(order))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
