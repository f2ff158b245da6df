import uWS, { type HttpRequest, type HttpResponse } from 'uwebsockets'
import { RateCounter, RequestLog, readToken, requestIdOf, type Token } from '../../shared/models/chain.ts'
import { sendJson, start } from './http.ts'

interface Context {
  request: HttpRequest
  response: HttpResponse
  /** Of the answer: they can be written only after its status. */
  headers: Record<string, string>
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
    context.requestId = requestIdOf(context.request.getHeader('x-request-id'))
    context.headers['X-Request-Id'] = context.requestId
    next()
  },
  (context, next) => {
    const { request, requestId } = context
    context.entry = log.add(requestId, request.getCaseSensitiveMethod(), request.getUrl())
    next()
  },
  (context, next) => {
    const { request, response, headers } = context
    const token = readToken(request.getHeader('authorization'))
    if (!token) return sendJson(response, 401, { error: 'Unauthorized' }, headers)
    context.token = token
    next()
  },
  ({ response, headers, token }, next) => {
    if (!rates.allows(token as Token)) return sendJson(response, 429, { error: 'Too Many Requests' }, headers)
    next()
  },
  ({ headers }, next) => {
    headers['X-Content-Type-Options'] = 'nosniff'
    next()
  },
]

const behindMiddlewares = (handler: (context: Context) => void) => (response: HttpResponse, request: HttpRequest) => {
  const context: Context = { request, response, headers: {}, requestId: '', entry: 0 }
  const run = (index: number) => {
    const middleware = middlewares[index]
    if (middleware) middleware(context, () => run(index + 1))
    else handler(context)
  }
  run(0)
}

const app = uWS.App()

app.get(
  '/me',
  behindMiddlewares(({ response, headers, token, requestId, entry }) => {
    sendJson(response, 200, { user: token?.sub, requestId, entry }, headers)
  }),
)

start(app)
