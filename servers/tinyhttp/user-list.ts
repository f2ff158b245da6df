import { App } from '@tinyhttp/app'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUserList } from '../../shared/models/user-list.ts'
import { onError } from './on-error.ts'
import { parseJson } from './parse-json.ts'

const app = new App({ onError })

app.use(parseJson)

app.post('/updateUsers', (req, res) => {
  const list = parseUserList(req.body)
  if (list instanceof Invalid) return res.status(400).json({ error: 'Invalid list', fields: list.fields })
  for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  res.json(list)
})

app.listen(Number(process.env.PORT), undefined, process.env.HOST)
