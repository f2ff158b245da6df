import restify from 'restify'
import errors from 'restify-errors'
import { RateCounter, RequestLog, readToken, requestIdOf } from '../../shared/models/chain.ts'
import { createServer } from './create-server.ts'

const server = createServer()
const log = new RequestLog()
const rates = new RateCounter()

server.pre(restify.plugins.pre.context())

server.pre((req, res, next) => {
  const requestId = requestIdOf(req.header('x-request-id'))
  req.set('requestId', requestId)
  res.header('X-Request-Id', requestId)
  return next()
})

server.pre((req, _res, next) => {
  req.set('entry', log.add(req.get('requestId'), req.method ?? '', req.getPath()))
  return next()
})

server.use((req, _res, next) => {
  const token = readToken(req.header('authorization'))
  if (!token) return next(new errors.UnauthorizedError('Unauthorized'))
  req.set('token', token)
  return next()
})

server.use((req, _res, next) => {
  if (!rates.allows(req.get('token'))) return next(new errors.TooManyRequestsError('Too Many Requests'))
  return next()
})

server.use((_req, res, next) => {
  res.header('X-Content-Type-Options', 'nosniff')
  return next()
})

server.get('/me', (req, res, next) => {
  res.send({ user: req.get('token').sub, requestId: req.get('requestId'), entry: req.get('entry') })
  return next()
})

server.listen(Number(process.env.PORT), process.env.HOST)
