import express from 'express'
import { touchAccount } from '../../../shared/models/account.ts'
import { accountSchema } from '../../../shared/models/joi/account.ts'
import { onError } from '../on-error.ts'

const app = express()

app.use(express.json())

app.post('/updateAccount', (req, res) => {
  const { error, value: account } = accountSchema.validate(req.body, { abortEarly: false })
  if (error) {
    res.status(400).json({ error: error.message })
    return
  }
  res.json(touchAccount(account))
})

app.use(onError)

app.listen(Number(process.env.PORT), process.env.HOST as string)
