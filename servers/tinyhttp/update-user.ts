import { App } from '@tinyhttp/app'
import { json } from 'milliparsec'
import { deserializeUser, isUser } from '../../shared/models/user.ts'
import { onError } from './on-error.ts'

const app = new App({ onError })

app.use(json())

app.post('/updateUser', (req, res) => {
  if (!isUser(req.body)) return res.status(400).json({ error: 'Invalid user' })
  const user = deserializeUser(req.body)
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  res.json(user)
})

app.listen(Number(process.env.PORT), undefined, process.env.HOST)
