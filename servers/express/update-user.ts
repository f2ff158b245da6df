import express, { type ErrorRequestHandler } from 'express'
import { deserializeUser, isUser } from '../../shared/user.ts'

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

const onError: ErrorRequestHandler = (err, _req, res, next) => {
  if (res.headersSent) return next(err)
  res.status(err.status ?? 500).json({ error: err.expose ? err.message : 'Internal Server Error' })
}
app.use(onError)

app.listen(Number(process.env.PORT), process.env.HOST as string)
