import express from 'express'
import { deserializeAccount, isAccount, touchAccount } from '../../shared/models/account.ts'
import { onError } from './on-error.ts'

const app = express()

app.use(express.json())

app.post('/updateAccount', (req, res) => {
  if (!isAccount(req.body)) {
    res.status(400).json({ error: 'Invalid account' })
    return
  }
  res.json(touchAccount(deserializeAccount(req.body)))
})

app.use(onError)

app.listen(Number(process.env.PORT), process.env.HOST as string)
