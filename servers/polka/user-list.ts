import bodyParser from 'body-parser'
import polka from 'polka'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUserList } from '../../shared/models/user-list.ts'
import { options } from './options.ts'
import { sendJson } from './send-json.ts'

polka(options)
  .use(bodyParser.json())
  .post('/updateUsers', (req, res) => {
    const list = parseUserList(req.body)
    if (list instanceof Invalid) return sendJson(res, 400, { error: 'Invalid list', fields: list.fields })
    for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(res, 200, list)
  })
  .listen(Number(process.env.PORT), process.env.HOST)
