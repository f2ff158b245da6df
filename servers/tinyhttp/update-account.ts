import { App } from '@tinyhttp/app'
import { json } from 'milliparsec'
import { parseAccount, touchAccount } from '../../shared/models/account.ts'
import { Invalid } from '../../shared/models/invalid.ts'
import { onError } from './on-error.ts'

const app = new App({ onError })

app.use(json())

app.post('/updateAccount', (req, res) => {
  const account = parseAccount(req.body)
  if (account instanceof Invalid) return res.status(400).json({ error: 'Invalid account', fields: account.fields })
  res.json(touchAccount(account))
})

app.listen(Number(process.env.PORT), undefined, process.env.HOST)
