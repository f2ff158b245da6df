import express from 'express'
import * as z from 'zod'
import { onError } from './on-error.ts'

const User = z.object({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

const UserList = z.object({ users: z.array(User) })

const app = express()

app.use(express.json())

app.post('/updateUsers', (req, res) => {
  const result = UserList.safeParse(req.body)
  if (!result.success) {
    res.status(400).json({ error: 'Invalid list', issues: result.error.issues })
    return
  }
  const list = result.data
  for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  res.json(list)
})

app.use(onError)

app.listen(Number(process.env.PORT), process.env.HOST as string)
