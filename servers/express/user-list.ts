import express from 'express'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUserList } from '../../shared/models/user-list.ts'
import { onError } from './on-error.ts'

const app = express()

app.use(express.json())

app.post('/updateUsers', (req, res) => {
  const list = parseUserList(req.body)
  if (list instanceof Invalid) {
    res.status(400).json({ error: 'Invalid list', fields: list.fields })
    return
  }
  for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  res.json(list)
})

app.use(onError)

app.listen(Number(process.env.PORT), process.env.HOST as string)
