import { RateCounter, RequestLog, readToken, requestIdOf, type Token } from '../../shared/models/chain.ts'
import { isGet, pathOf } from './request.ts'

interface Context {
  pathname: string
  requestId: string
  entry: number
  token?: Token
}

/** Answers and ends the chain, or hands on. */
type Middleware = (request: Request, context: Context, next: () => Response) => Response

const log = new RequestLog()
const rates = new RateCounter()

const middlewares: Middleware[] = [
  (request, context, next) => {
    context.requestId = requestIdOf(request.headers.get('x-request-id'))
    const response = next()
    response.headers.set('X-Request-Id', context.requestId)
    return response
  },
  (request, context, next) => {
    context.entry = log.add(context.requestId, request.method, context.pathname)
    return next()
  },
  (request, context, next) => {
    context.token = readToken(request.headers.get('authorization'))
    return context.token ? next() : Response.json({ error: 'Unauthorized' }, { status: 401 })
  },
  (_request, context, next) => {
    const allowed = rates.allows(context.token as Token)
    return allowed ? next() : Response.json({ error: 'Too Many Requests' }, { status: 429 })
  },
  (_request, _context, next) => {
    const response = next()
    response.headers.set('X-Content-Type-Options', 'nosniff')
    return response
  },
]

function getMe(request: Request, { pathname, token, requestId, entry }: Context) {
  if (isGet(request) && pathname === '/me') return Response.json({ user: token?.sub, requestId, entry })
  return Response.json({ error: 'Not Found' }, { status: 404 })
}

Deno.serve({ hostname: Deno.env.get('HOST'), port: Number(Deno.env.get('PORT')) }, (request) => {
  const pathname = pathOf(request)
  const context: Context = { pathname, requestId: '', entry: 0 }
  const run = (index: number): Response => {
    const middleware = middlewares[index]
    return middleware ? middleware(request, context, () => run(index + 1)) : getMe(request, context)
  }
  return run(0)
})
