import express from 'express'
import * as z from 'zod'
import { onError } from '../on-error.ts'

const User = z.strictObject({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

const app = express()

app.use(express.json())

app.post('/updateUser', (req, res) => {
  const result = User.safeParse(req.body)
  if (!result.success) {
    res.status(400).json({ error: 'Invalid user', issues: result.error.issues })
    return
  }
  const user = result.data
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  res.json(user)
})

app.use(onError)

app.listen(Number(process.env.PORT), process.env.HOST as string)
