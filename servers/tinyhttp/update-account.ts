import { App } from '@tinyhttp/app'
import { parseAccount, touchAccount } from '../../shared/models/account.ts'
import { Invalid } from '../../shared/models/invalid.ts'
import { onError } from './on-error.ts'
import { parseJson } from './parse-json.ts'

const app = new App({ onError })

app.use(parseJson)

app.post('/updateAccount', (req, res) => {
  const account = parseAccount(req.body)
  if (account instanceof Invalid) return res.status(400).json({ error: 'Invalid account', fields: account.fields })
  res.json(touchAccount(account))
})

app.listen(Number(process.env.PORT), undefined, process.env.HOST)
