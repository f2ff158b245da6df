import bodyParser from 'body-parser'
import polka from 'polka'
import { type Order, orderErrors, receipt } from '../../shared/models/order.ts'
import { options } from './options.ts'
import { sendJson } from './send-json.ts'

polka(options)
  .use(bodyParser.json())
  .post('/orders', (req, res) => {
    const fields = orderErrors(req.body)
    if (fields.length > 0) return sendJson(res, 400, { error: 'Invalid order', fields })
    sendJson(res, 200, receipt(req.body as Order))
  })
  .listen(Number(process.env.PORT), process.env.HOST)
