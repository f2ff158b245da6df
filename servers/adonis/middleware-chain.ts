import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { RateCounter, RequestLog, readToken, requestIdOf, type Token } from '../../shared/models/chain.ts'
import { serve } from './server.ts'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    requestId: string
    entry: number
    token: Token
  }
}

const log = new RequestLog()
const rates = new RateCounter()

class RequestId {
  handle(ctx: HttpContext, next: NextFn) {
    ctx.requestId = requestIdOf(ctx.request.header('x-request-id'))
    ctx.response.header('x-request-id', ctx.requestId)
    return next()
  }
}

class LogRequest {
  handle(ctx: HttpContext, next: NextFn) {
    ctx.entry = log.add(ctx.requestId, ctx.request.method(), ctx.request.url())
    return next()
  }
}

class Authorize {
  handle(ctx: HttpContext, next: NextFn) {
    const token = readToken(ctx.request.header('authorization'))
    if (!token) return ctx.response.unauthorized({ error: 'Unauthorized' })
    ctx.token = token
    return next()
  }
}

class LimitRate {
  handle({ response, token }: HttpContext, next: NextFn) {
    if (!rates.allows(token)) return response.tooManyRequests({ error: 'Too Many Requests' })
    return next()
  }
}

class Nosniff {
  handle({ response }: HttpContext, next: NextFn) {
    response.header('x-content-type-options', 'nosniff')
    return next()
  }
}

await serve((router) => {
  const classes = [RequestId, LogRequest, Authorize, LimitRate, Nosniff]
  router.use(classes.map((middleware) => async () => ({ default: middleware })))
  router.get('/me', ({ token, requestId, entry }) => ({ user: token.sub, requestId, entry }))
})
