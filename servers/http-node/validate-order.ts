import { createServer } from 'node:http'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseOrder, receipt } from '../../shared/models/order.ts'
import { isFor, receiveJson, sendJson } from './http.ts'

const server = createServer((request, response) => {
  if (!isFor(request, 'POST', '/orders')) return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    const order = parseOrder(body)
    if (order instanceof Invalid) return sendJson(response, 400, { error: 'Invalid order', fields: order.fields })
    sendJson(response, 200, receipt(order))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
