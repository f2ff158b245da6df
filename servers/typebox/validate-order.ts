import { createServer } from 'node:http'
import Type from 'typebox'
import Compile from 'typebox/compile'
import { patterns, receipt } from '../../shared/models/order.ts'
import { orderWith } from '../../shared/models/typebox/order.ts'
import { receiveJson, sendJson } from './http.ts'

const Order = Compile(orderWith(Type.String({ pattern: patterns.email.source })))

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/orders') return sendJson(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    if (!Order.Check(body)) return sendJson(response, 400, { error: 'Invalid order', errors: Order.Errors(body) })
    sendJson(response, 200, receipt(body))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
