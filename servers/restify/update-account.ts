import restify from 'restify'
import errors from 'restify-errors'
import { parseAccount, touchAccount } from '../../shared/models/account.ts'
import { Invalid } from '../../shared/models/invalid.ts'
import { createServer } from './create-server.ts'

const server = createServer()

server.use(restify.plugins.bodyParser())

server.post('/updateAccount', (req, res, next) => {
  const account = parseAccount(req.body)
  if (account instanceof Invalid)
    return next(new errors.BadRequestError('Invalid account: %s', account.fields.join(', ')))
  res.send(touchAccount(account))
  return next()
})

server.listen(Number(process.env.PORT), process.env.HOST)
