import express from 'express'
import { deserializeUser, isUser } from '../../shared/models/user.ts'
import { onError } from './on-error.ts'

const app = express()

app.use(express.json())

app.post('/updateUser', (req, res) => {
  if (!isUser(req.body)) {
    res.status(400).json({ error: 'Invalid user' })
    return
  }
  const user = deserializeUser(req.body)
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  res.json(user)
})

app.use(onError)

app.listen(Number(process.env.PORT), process.env.HOST as string)
