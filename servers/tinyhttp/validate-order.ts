import { App } from '@tinyhttp/app'
import { json } from 'milliparsec'
import { type Order, orderErrors, receipt } from '../../shared/models/order.ts'
import { onError } from './on-error.ts'

const app = new App({ onError })

app.use(json())

app.post('/orders', (req, res) => {
  const fields = orderErrors(req.body)
  if (fields.length > 0) return res.status(400).json({ error: 'Invalid order', fields })
  res.json(receipt(req.body as Order))
})

app.listen(Number(process.env.PORT), undefined, process.env.HOST)
