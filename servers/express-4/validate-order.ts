import express from 'express'
import { receipt } from '../../shared/models/order.ts'
import { onError } from './on-error.ts'
import { orderSchema } from './order-schema.ts'

const app = express()

app.use(express.json())

app.post('/orders', (req, res) => {
  const result = orderSchema.safeParse(req.body)
  if (!result.success) {
    res.status(400).json({ error: 'Invalid order', issues: result.error.issues })
    return
  }
  res.json(receipt(result.data))
})

app.use(onError)

app.listen(Number(process.env.PORT), process.env.HOST as string)
