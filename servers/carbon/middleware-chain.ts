import { listen } from '@sinclair/carbon/http'
import { RateCounter, RequestLog, readToken, requestIdOf, type Token } from '../../shared/models/chain.ts'
import { notFound } from './http.ts'

interface Context {
  request: Request
  url: URL
  requestId: string
  entry: number
  token?: Token
}

type Next = () => Response

/** Answers and ends the chain, or hands on; a response passes it on its way back. */
type Middleware = (context: Context, next: Next) => Response

const log = new RequestLog()
const rates = new RateCounter()

const middlewares: Middleware[] = [
  (context, next) => {
    context.requestId = requestIdOf(context.request.headers.get('x-request-id'))
    const response = next()
    response.headers.set('x-request-id', context.requestId)
    return response
  },
  (context, next) => {
    context.entry = log.add(context.requestId, context.request.method, context.url.pathname)
    return next()
  },
  (context, next) => {
    context.token = readToken(context.request.headers.get('authorization'))
    return context.token ? next() : Response.json({ error: 'Unauthorized' }, { status: 401 })
  },
  ({ token }, next) =>
    rates.allows(token as Token) ? next() : Response.json({ error: 'Too Many Requests' }, { status: 429 }),
  (_context, next) => {
    const response = next()
    response.headers.set('x-content-type-options', 'nosniff')
    return response
  },
]

function getMe({ request, url, token, requestId, entry }: Context): Response {
  if (request.method !== 'GET' || url.pathname !== '/me') return notFound()
  return Response.json({ user: token?.sub, requestId, entry })
}

await listen({ port: Number(process.env.PORT), hostname: process.env.HOST }, (request) => {
  const context: Context = { request, url: new URL(request.url), requestId: '', entry: 0 }
  const run = (index: number): Response => {
    const middleware = middlewares[index]
    return middleware ? middleware(context, () => run(index + 1)) : getMe(context)
  }
  return run(0)
})
