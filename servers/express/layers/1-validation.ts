/** Without validation. */
import express from 'express'
import { deserializeUser } from '../../../shared/models/user.ts'
import { onError } from '../on-error.ts'

const app = express()

app.use(express.json())

app.post('/updateUser', (req, res) => {
  const user = deserializeUser(req.body)
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  res.json(user)
})

app.use(onError)

app.listen(Number(process.env.PORT), process.env.HOST as string)
