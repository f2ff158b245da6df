import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { RateCounter, RequestLog, readToken, requestIdOf, type Token } from '../../shared/models/chain.ts'
import { isFor, sendJson } from './http.ts'

interface Context {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  entry: number
  token?: Token
}

/** Answers and ends the chain, or hands on. */
type Middleware = (context: Context, next: () => void) => void

const log = new RequestLog()
const rates = new RateCounter()

const middlewares: Middleware[] = [
  (context, next) => {
    context.requestId = requestIdOf(context.request.headers['x-request-id']?.toString())
    context.response.setHeader('X-Request-Id', context.requestId)
    next()
  },
  (context, next) => {
    context.entry = log.add(context.requestId, context.request.method ?? '', context.request.url ?? '')
    next()
  },
  (context, next) => {
    const token = readToken(context.request.headers.authorization)
    if (!token) return sendJson(context.response, 401, { error: 'Unauthorized' })
    context.token = token
    next()
  },
  (context, next) => {
    if (!rates.allows(context.token as Token)) return sendJson(context.response, 429, { error: 'Too Many Requests' })
    next()
  },
  (context, next) => {
    context.response.setHeader('X-Content-Type-Options', 'nosniff')
    next()
  },
]

function getMe({ request, response, requestId, entry, token }: Context) {
  if (!isFor(request, 'GET', '/me')) return sendJson(response, 404, { error: 'Not Found' })
  sendJson(response, 200, { user: token?.sub, requestId, entry })
}

const server = createServer((request, response) => {
  const context: Context = { request, response, requestId: '', entry: 0 }
  const run = (index: number) => {
    const middleware = middlewares[index]
    if (middleware) middleware(context, () => run(index + 1))
    else getMe(context)
  }
  run(0)
})

server.listen(Number(process.env.PORT), process.env.HOST)
