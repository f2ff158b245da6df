// biome-ignore lint/style/useImportType: `import type` would leave the compiler without its metadata
import { type HttpMiddlewareFn, HttpRequest, type HttpResponse } from '@deepkit/http'
import { RateCounter, RequestLog, readToken, requestIdOf } from '#shared/chain'
import { createApp, listen } from './http.js'

interface Answer {
  user: string
  requestId: string
  entry: number
}

const log = new RequestLog()
const rates = new RateCounter()

const identify: HttpMiddlewareFn = (request, response, next) => {
  request.store.requestId = requestIdOf(request.headers['x-request-id']?.toString())
  response.setHeader('X-Request-Id', request.store.requestId)
  next()
}

const logRequest: HttpMiddlewareFn = (request, _response, next) => {
  request.store.entry = log.add(request.store.requestId, request.getMethod(), request.getUrl())
  next()
}

const authenticate: HttpMiddlewareFn = (request, response, next) => {
  const token = readToken(request.headers.authorization)
  if (!token) return refuse(response, 401, 'Unauthorized')
  request.store.token = token
  next()
}

const limitRate: HttpMiddlewareFn = (request, response, next) => {
  if (!rates.allows(request.store.token)) return refuse(response, 429, 'Too Many Requests')
  next()
}

const secure: HttpMiddlewareFn = (_request, response, next) => {
  response.setHeader('X-Content-Type-Options', 'nosniff')
  next()
}

function refuse(response: HttpResponse, status: number, error: string) {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify({ error }))
}

const { router, kernel } = createApp(identify, logRequest, authenticate, limitRate, secure)

router.get('/me', (request: HttpRequest): Answer => {
  const { token, requestId, entry } = request.store
  return { user: token.sub, requestId, entry }
})

listen(kernel)
