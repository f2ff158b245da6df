import { RateCounter, RequestLog, readToken, requestIdOf, type Token } from '../../shared/models/chain.ts'

interface Context {
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
    // A URL that cannot be read has a host, from the client's header, that is none.
    context.entry = log.add(context.requestId, request.method, URL.parse(request.url)?.pathname ?? '')
    return next()
  },
  (request, context, next) => {
    context.token = readToken(request.headers.get('authorization'))
    return context.token ? next() : Response.json({ error: 'Unauthorized' }, { status: 401 })
  },
  (_request, { token }, next) =>
    rates.allows(token as Token) ? next() : Response.json({ error: 'Too Many Requests' }, { status: 429 }),
  (_request, _context, next) => {
    const response = next()
    response.headers.set('X-Content-Type-Options', 'nosniff')
    return response
  },
]

function behindMiddlewares(handle: (context: Context) => Response) {
  return (request: Request) => {
    const context: Context = { requestId: '', entry: 0 }
    const run = (index: number): Response => {
      const middleware = middlewares[index]
      return middleware ? middleware(request, context, () => run(index + 1)) : handle(context)
    }
    return run(0)
  }
}

Bun.serve({
  hostname: process.env.HOST,
  port: process.env.PORT,
  routes: {
    '/me': {
      GET: behindMiddlewares(({ token, requestId, entry }) => Response.json({ user: token?.sub, requestId, entry })),
    },
  },
  fetch: behindMiddlewares(() => Response.json({ error: 'Not Found' }, { status: 404 })),
})
