import { createServer } from 'node:http'
import * as z from 'zod'
import { receipt } from '../../shared/models/order.ts'
import { Order } from '../../shared/models/zod/order.ts'
import { receiveJson, sendJson } from './http.ts'

const CompiledOrder = z.compile(Order)

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/orders') return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    const { success, data: order, error } = CompiledOrder.safeParse(body)
    if (!success) return sendJson(response, 400, { error: 'Invalid order', issues: error.issues })
    sendJson(response, 200, receipt(order))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
