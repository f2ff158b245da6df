/** Without the guards: a server as `createServer` makes it. */
import restify from 'restify'
import errors from 'restify-errors'
import { Invalid } from '../../../shared/models/invalid.ts'
import { parseUser } from '../../../shared/models/user.ts'

const server = restify.createServer()

server.use(restify.plugins.bodyParser())

server.post('/updateUser', (req, res, next) => {
  const user = parseUser(req.body)
  if (user instanceof Invalid) return next(new errors.BadRequestError('Invalid user: %s', user.fields.join(', ')))
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  res.send(user)
  return next()
})

server.listen(Number(process.env.PORT), process.env.HOST)
