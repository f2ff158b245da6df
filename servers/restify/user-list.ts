import restify from 'restify'
import errors from 'restify-errors'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUserList } from '../../shared/models/user-list.ts'
import { createServer } from './create-server.ts'

const server = createServer()

server.use(restify.plugins.bodyParser())

server.post('/updateUsers', (req, res, next) => {
  const list = parseUserList(req.body)
  if (list instanceof Invalid) return next(new errors.BadRequestError('Invalid list: %s', list.fields.join(', ')))
  for (const user of list.users) user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  res.send(list)
  return next()
})

server.listen(Number(process.env.PORT), process.env.HOST)
