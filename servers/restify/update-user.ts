import restify from 'restify'
import errors from 'restify-errors'
import { deserializeUser, isUser } from '../../shared/models/user.ts'

const server = restify.createServer()

server.use(restify.plugins.bodyParser())

server.post('/updateUser', (req, res, next) => {
  if (!isUser(req.body)) return next(new errors.BadRequestError('Invalid user'))
  const user = deserializeUser(req.body)
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  res.send(user)
  return next()
})

server.listen(Number(process.env.PORT), process.env.HOST)
