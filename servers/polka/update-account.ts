import bodyParser from 'body-parser'
import polka from 'polka'
import { parseAccount, touchAccount } from '../../shared/models/account.ts'
import { Invalid } from '../../shared/models/invalid.ts'
import { options } from './options.ts'
import { sendJson } from './send-json.ts'

polka(options)
  .use(bodyParser.json())
  .post('/updateAccount', (req, res) => {
    const account = parseAccount(req.body)
    if (account instanceof Invalid) return sendJson(res, 400, { error: 'Invalid account', fields: account.fields })
    sendJson(res, 200, touchAccount(account))
  })
  .listen(Number(process.env.PORT), process.env.HOST)
