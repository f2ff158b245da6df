import express from 'express'
import { parseAccount, touchAccount } from '../../shared/models/account.ts'
import { Invalid } from '../../shared/models/invalid.ts'
import { onError } from './on-error.ts'

const app = express()

app.use(express.json())

app.post('/updateAccount', (req, res) => {
  const account = parseAccount(req.body)
  if (account instanceof Invalid) {
    res.status(400).json({ error: 'Invalid account', fields: account.fields })
    return
  }
  res.json(touchAccount(account))
})

app.use(onError)

app.listen(Number(process.env.PORT), process.env.HOST as string)
