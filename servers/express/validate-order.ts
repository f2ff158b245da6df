import express from 'express'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseOrder, receipt } from '../../shared/models/order.ts'
import { onError } from './on-error.ts'

const app = express()

app.use(express.json())

app.post('/orders', (req, res) => {
  const order = parseOrder(req.body)
  if (order instanceof Invalid) {
    res.status(400).json({ error: 'Invalid order', fields: order.fields })
    return
  }
  res.json(receipt(order))
})

app.use(onError)

app.listen(Number(process.env.PORT), process.env.HOST as string)
