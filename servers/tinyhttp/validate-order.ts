import { App } from '@tinyhttp/app'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseOrder, receipt } from '../../shared/models/order.ts'
import { onError } from './on-error.ts'
import { parseJson } from './parse-json.ts'

const app = new App({ onError })

app.use(parseJson)

app.post('/orders', (req, res) => {
  const order = parseOrder(req.body)
  if (order instanceof Invalid) return res.status(400).json({ error: 'Invalid order', fields: order.fields })
  res.json(receipt(order))
})

app.listen(Number(process.env.PORT), undefined, process.env.HOST)
