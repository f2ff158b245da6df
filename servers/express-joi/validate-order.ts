import express from 'express'
import { orderSchema } from '../../shared/models/joi/order.ts'
import { receipt } from '../../shared/models/order.ts'
import { onError } from './on-error.ts'

const app = express()

app.use(express.json())

app.post('/orders', (req, res) => {
  const { error, value: order } = orderSchema.validate(req.body)
  if (error) {
    res.status(400).json({ error: error.message })
    return
  }
  res.json(receipt(order))
})

app.use(onError)

app.listen(Number(process.env.PORT), process.env.HOST as string)
