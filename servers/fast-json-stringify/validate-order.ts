import { createServer } from 'node:http'
import fastJson from 'fast-json-stringify'
import { Invalid } from '../../shared/models/invalid.ts'
import { receiptSchema } from '../../shared/models/json-schema/order.ts'
import { parseOrder, receipt } from '../../shared/models/order.ts'
import { receiveJson, sendError, sendJson } from './http.ts'

const stringify = fastJson(receiptSchema as fastJson.ObjectSchema)

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/orders') return sendError(response, 404, { error: 'Not Found' })
  receiveJson(request, response, (body) => {
    const order = parseOrder(body)
    if (order instanceof Invalid) return sendError(response, 400, { error: 'Invalid order', fields: order.fields })
    sendJson(response, 200, stringify(receipt(order)))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
