import uWS from 'uwebsockets'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseOrder, receipt } from '../../shared/models/order.ts'
import { receiveJson, sendJson, start } from './http.ts'

const app = uWS.App()

app.post('/orders', (response) => {
  receiveJson(response, (body) => {
    const order = parseOrder(body)
    if (order instanceof Invalid) return sendJson(response, 400, { error: 'Invalid order', fields: order.fields })
    sendJson(response, 200, receipt(order))
  })
})

start(app)
