import type { HttpContext } from '@adonisjs/core/http'
import { RateCounter, RequestLog, readToken, requestIdOf, type Token } from '../../shared/models/chain.ts'
import { serve } from './server.ts'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    requestId: string
    entry: number
    token: Token
  }
}

type Next = () => Promise<void>

const log = new RequestLog()
const rates = new RateCounter()

const identify = (ctx: HttpContext, next: Next) => {
  ctx.requestId = requestIdOf(ctx.request.header('x-request-id'))
  ctx.response.header('x-request-id', ctx.requestId)
  return next()
}

const logRequest = (ctx: HttpContext, next: Next) => {
  ctx.entry = log.add(ctx.requestId, ctx.request.method(), ctx.request.url())
  return next()
}

const authorize = (ctx: HttpContext, next: Next) => {
  const token = readToken(ctx.request.header('authorization'))
  if (!token) return ctx.response.unauthorized({ error: 'Unauthorized' })
  ctx.token = token
  return next()
}

const limit = (ctx: HttpContext, next: Next) => {
  if (!rates.allows(ctx.token)) return ctx.response.tooManyRequests({ error: 'Too Many Requests' })
  return next()
}

const harden = (ctx: HttpContext, next: Next) => {
  ctx.response.header('x-content-type-options', 'nosniff')
  return next()
}

await serve((router) => {
  router
    .get('/me', ({ token, requestId, entry }) => ({ user: token.sub, requestId, entry }))
    .use([identify, logRequest, authorize, limit, harden])
})
