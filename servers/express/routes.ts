import express from 'express'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUser } from '../../shared/models/user.ts'
import { onError } from './on-error.ts'

const app = express()

app.use(express.json())

for (let route = 1; route <= Number(process.env.ROUTES); route++) {
  app.post(`/updateUser${route}`, (req, res) => {
    const user = parseUser(req.body)
    if (user instanceof Invalid) {
      res.status(400).json({ error: 'Invalid user', fields: user.fields })
      return
    }
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    res.json(user)
  })
}

app.use(onError)

app.listen(Number(process.env.PORT), process.env.HOST as string)
