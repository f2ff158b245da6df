import express from 'express'
import { touchAccount } from '../../shared/models/account.ts'
import { accountSchema } from './account-schema.ts'
import { onError } from './on-error.ts'

const app = express()

app.use(express.json())

app.post('/updateAccount', (req, res) => {
  const result = accountSchema.safeParse(req.body)
  if (!result.success) {
    res.status(400).json({ error: 'Invalid account', issues: result.error.issues })
    return
  }
  res.json(touchAccount(result.data))
})

app.use(onError)

app.listen(Number(process.env.PORT), process.env.HOST as string)
