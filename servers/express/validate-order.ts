import express from 'express'
import { type Order, orderErrors, receipt } from '../../shared/models/order.ts'
import { onError } from './on-error.ts'

const app = express()

app.use(express.json())

app.post('/orders', (req, res) => {
  const fields = orderErrors(req.body)
  if (fields.length > 0) {
    res.status(400).json({ error: 'Invalid order', fields })
    return
  }
  res.json(receipt(req.body as Order))
})

app.use(onError)

app.listen(Number(process.env.PORT), process.env.HOST as string)
