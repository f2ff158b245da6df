import uWS from 'uwebsockets'
import { type Order, orderErrors, receipt } from '../../shared/models/order.ts'
import { receiveJson, sendJson, start } from './http.ts'

const app = uWS.App()

app.post('/orders', (response) => {
  receiveJson(response, (body) => {
    const errors = orderErrors(body)
    if (errors.length > 0) return sendJson(response, 400, { error: 'Invalid order', fields: errors })
    sendJson(response, 200, receipt(body as Order))
  })
})

start(app)
