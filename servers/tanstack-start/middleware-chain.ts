import { createMiddleware } from '@tanstack/react-start'
import { setResponseHeader } from '@tanstack/react-start/server'
import { RateCounter, RequestLog, readToken, requestIdOf } from '../../shared/models/chain.ts'

const log = new RequestLog()
const rates = new RateCounter()

const requestId = createMiddleware().server(({ next, request }) => {
  const requestId = requestIdOf(request.headers.get('x-request-id'))
  setResponseHeader('x-request-id', requestId)
  return next({ context: { requestId } })
})

const logging = createMiddleware()
  .middleware([requestId])
  .server(({ next, request, pathname, context }) =>
    next({ context: { entry: log.add(context.requestId, request.method, pathname) } }),
  )

const authentication = createMiddleware().server(({ next, request }) => {
  const token = readToken(request.headers.get('authorization'))
  if (!token) throw new Response('Unauthorized', { status: 401 })
  return next({ context: { token } })
})

const limit = createMiddleware()
  .middleware([authentication])
  .server(({ next, context }) => {
    if (!rates.allows(context.token)) throw new Response('Too Many Requests', { status: 429 })
    return next()
  })

const security = createMiddleware().server(({ next }) => {
  setResponseHeader('x-content-type-options', 'nosniff')
  return next()
})

export const middleware = [requestId, logging, authentication, limit, security] as const

interface Context {
  context: { requestId: string; entry: number; token: { sub: string } }
}

export function GET({ context: { token, requestId, entry } }: Context) {
  return Response.json({ user: token.sub, requestId, entry })
}
