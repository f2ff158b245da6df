import restify from 'restify'
import errors from 'restify-errors'
import { type Order, orderErrors, receipt } from '../../shared/models/order.ts'

const server = restify.createServer()

server.use(restify.plugins.bodyParser())

server.post('/orders', (req, res, next) => {
  const fields = orderErrors(req.body)
  if (fields.length > 0) return next(new errors.BadRequestError('Invalid order: %s', fields.join(', ')))
  res.send(receipt(req.body as Order))
  return next()
})

server.listen(Number(process.env.PORT), process.env.HOST)
