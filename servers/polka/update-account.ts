import bodyParser from 'body-parser'
import polka from 'polka'
import { deserializeAccount, isAccount, touchAccount } from '../../shared/models/account.ts'
import { options } from './options.ts'
import { sendJson } from './send-json.ts'

polka(options)
  .use(bodyParser.json())
  .post('/updateAccount', (req, res) => {
    if (!isAccount(req.body)) return sendJson(res, 400, { error: 'Invalid account' })
    sendJson(res, 200, touchAccount(deserializeAccount(req.body)))
  })
  .listen(Number(process.env.PORT), process.env.HOST)
