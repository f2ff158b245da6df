import { App } from '@tinyhttp/app'
import { json } from 'milliparsec'
import { deserializeAccount, isAccount, touchAccount } from '../../shared/models/account.ts'
import { onError } from './on-error.ts'

const app = new App({ onError })

app.use(json())

app.post('/updateAccount', (req, res) => {
  if (!isAccount(req.body)) return res.status(400).json({ error: 'Invalid account' })
  res.json(touchAccount(deserializeAccount(req.body)))
})

app.listen(Number(process.env.PORT), undefined, process.env.HOST)
