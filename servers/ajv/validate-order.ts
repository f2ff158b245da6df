import { createServer } from 'node:http'
import { orderSchema } from '../../shared/models/json-schema/order.ts'
import { type Order, receipt } from '../../shared/models/order.ts'
import { ajv } from './ajv.ts'
import { receiveJson, sendJson } from './http.ts'

const isOrder = ajv.compile<Order>(orderSchema)

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/orders') return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    if (!isOrder(body)) return sendJson(response, 400, { error: 'Invalid order', errors: isOrder.errors })
    sendJson(response, 200, receipt(body))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
