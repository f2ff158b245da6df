import Boom from '@hapi/boom'
import Hapi, { type Request, type ResponseToolkit } from '@hapi/hapi'
import { RateCounter, RequestLog, readToken, requestIdOf, type Token } from '../../shared/models/chain.ts'

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    requestId: string
    entry: number
  }
  interface UserCredentials extends Token {}
}

const log = new RequestLog()
const rates = new RateCounter()

const server = Hapi.server({ host: process.env.HOST, port: process.env.PORT })

server.ext('onRequest', (request, h) => {
  request.app.requestId = requestIdOf(request.headers['x-request-id'] as string | undefined)
  return h.continue
})

server.ext('onPreResponse', ({ app, response }, h) => {
  if (Boom.isBoom(response)) response.output.headers['x-request-id'] = app.requestId
  else response.header('x-request-id', app.requestId)
  return h.continue
})

server.ext('onRequest', (request, h) => {
  request.app.entry = log.add(request.app.requestId, request.method, request.path)
  return h.continue
})

server.auth.scheme('bearer', () => ({
  authenticate(request: Request, h: ResponseToolkit) {
    const user = readToken(request.headers.authorization as string | undefined)
    if (!user) throw Boom.unauthorized(null, 'Bearer')
    return h.authenticated({ credentials: { user } })
  },
}))

server.auth.strategy('token', 'bearer')
server.auth.default('token')

server.ext('onPostAuth', (request, h) => {
  if (!rates.allows(request.auth.credentials.user as Token)) throw Boom.tooManyRequests()
  return h.continue
})

server.ext('onPreResponse', ({ response }, h) => {
  if (!Boom.isBoom(response)) response.header('x-content-type-options', 'nosniff')
  return h.continue
})

server.route({
  method: 'GET',
  path: '/me',
  handler: ({ auth, app }) => ({ user: auth.credentials.user?.sub, requestId: app.requestId, entry: app.entry }),
})

await server.start()
