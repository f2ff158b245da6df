import { createServer } from 'node:http'
import { type Order, orderErrors, receipt } from '../../shared/models/order.ts'
import { receiveJson, sendJson } from './http.ts'

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/orders') return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    const errors = orderErrors(body)
    if (errors.length > 0) return sendJson(response, 400, { error: 'Invalid order', fields: errors })
    sendJson(response, 200, receipt(body as Order))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
