import bodyParser from 'body-parser'
import polka from 'polka'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseOrder, receipt } from '../../shared/models/order.ts'
import { options } from './options.ts'
import { sendJson } from './send-json.ts'

polka(options)
  .use(bodyParser.json())
  .post('/orders', (req, res) => {
    const order = parseOrder(req.body)
    if (order instanceof Invalid) return sendJson(res, 400, { error: 'Invalid order', fields: order.fields })
    sendJson(res, 200, receipt(order))
  })
  .listen(Number(process.env.PORT), process.env.HOST)
