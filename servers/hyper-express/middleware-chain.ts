import HyperExpress from 'hyper-express'
import { RateCounter, RequestLog, readToken, requestIdOf } from '../../shared/models/chain.ts'
import { sendJson } from './send-json.ts'

const log = new RequestLog()
const rates = new RateCounter()

const server = new HyperExpress.Server()

server.use((request, response, next) => {
  request.locals.requestId = requestIdOf(request.header('x-request-id'))
  response.header('X-Request-Id', request.locals.requestId)
  next()
})

server.use((request, _response, next) => {
  request.locals.entry = log.add(request.locals.requestId, request.method, request.url)
  next()
})

server.use((request, response, next) => {
  const token = readToken(request.header('authorization'))
  if (!token) return response.status(401).json({ error: 'Unauthorized' })
  request.locals.token = token
  next()
})

server.use((request, response, next) => {
  if (!rates.allows(request.locals.token)) return response.status(429).json({ error: 'Too Many Requests' })
  next()
})

server.use((_request, response, next) => {
  response.header('X-Content-Type-Options', 'nosniff')
  next()
})

server.get('/me', (request, response) => {
  const { token, requestId, entry } = request.locals
  sendJson(response, { user: token.sub, requestId, entry })
})

await server.listen(Number(process.env.PORT), process.env.HOST)
