import restify from 'restify'
import errors from 'restify-errors'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseOrder, receipt } from '../../shared/models/order.ts'
import { createServer } from './create-server.ts'

const server = createServer()

server.use(restify.plugins.bodyParser())

server.post('/orders', (req, res, next) => {
  const order = parseOrder(req.body)
  if (order instanceof Invalid) return next(new errors.BadRequestError('Invalid order: %s', order.fields.join(', ')))
  res.send(receipt(order))
  return next()
})

server.listen(Number(process.env.PORT), process.env.HOST)
