import type { HttpRequest, HttpResponse } from 'uwebsockets'
import { RateCounter, RequestLog, readToken, requestIdOf, type Token } from '../../shared/models/chain.ts'
import { sendJson } from './http.ts'

export interface Context {
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

export const middlewares: Middleware[] = [
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
