/** With milliparsec as it is. */
import { App } from '@tinyhttp/app'
import { json } from 'milliparsec'
import { Invalid } from '../../../shared/models/invalid.ts'
import { parseUser } from '../../../shared/models/user.ts'
import { onError } from '../on-error.ts'

const app = new App({ onError })

app.use(json())

app.post('/updateUser', (req, res) => {
  const user = parseUser(req.body)
  if (user instanceof Invalid) return res.status(400).json({ error: 'Invalid user', fields: user.fields })
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  res.json(user)
})

app.listen(Number(process.env.PORT), undefined, process.env.HOST)
