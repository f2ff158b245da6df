import bodyParser from 'body-parser'
import polka from 'polka'
import { deserializeUser, isUser } from '../../shared/models/user.ts'
import { options } from './options.ts'
import { sendJson } from './send-json.ts'

polka(options)
  .use(bodyParser.json())
  .post('/updateUser', (req, res) => {
    if (!isUser(req.body)) return sendJson(res, 400, { error: 'Invalid user' })
    const user = deserializeUser(req.body)
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(res, 200, user)
  })
  .listen(Number(process.env.PORT), process.env.HOST)
