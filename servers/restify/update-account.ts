import restify from 'restify'
import errors from 'restify-errors'
import { deserializeAccount, isAccount, touchAccount } from '../../shared/models/account.ts'

const server = restify.createServer()

server.use(restify.plugins.bodyParser())

server.post('/updateAccount', (req, res, next) => {
  if (!isAccount(req.body)) return next(new errors.BadRequestError('Invalid account'))
  res.send(touchAccount(deserializeAccount(req.body)))
  return next()
})

server.listen(Number(process.env.PORT), process.env.HOST)
