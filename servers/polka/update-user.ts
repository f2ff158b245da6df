import bodyParser from 'body-parser'
import polka from 'polka'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUser } from '../../shared/models/user.ts'
import { options } from './options.ts'
import { sendJson } from './send-json.ts'

polka(options)
  .use(bodyParser.json())
  .post('/updateUser', (req, res) => {
    const user = parseUser(req.body)
    if (user instanceof Invalid) return sendJson(res, 400, { error: 'Invalid user', fields: user.fields })
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(res, 200, user)
  })
  .listen(Number(process.env.PORT), process.env.HOST)
