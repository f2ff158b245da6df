import type { BunRequest } from 'bun'
import { parseFields, parseId } from '../../shared/models/parameters.ts'

interface Context {
  tenant?: string
  language?: string
}

type Middleware = (request: Request, context: Context) => void

const middlewares: Middleware[] = [
  (request, context) => {
    context.tenant = request.headers.get('x-tenant') ?? 'public'
  },
  (request, context) => {
    context.language = request.headers.get('accept-language') ?? 'en'
  },
]

function withContext<R extends Request>(handle: (request: R, context: Context) => Response) {
  return (request: R) => {
    const context: Context = {}
    for (const middleware of middlewares) middleware(request, context)
    return handle(request, context)
  }
}

function getUser(request: BunRequest<'/users/:id'>, context: Context) {
  const id = parseId(request.params.id)
  if (id === undefined) return Response.json({ error: 'Invalid id' }, { status: 400 })
  // A URL that cannot be read has a host, from the client's header, that is none.
  const url = URL.parse(request.url)
  if (!url) return Response.json({ error: 'Invalid host' }, { status: 400 })
  return Response.json({ id, fields: parseFields(url.searchParams.get('fields')), ...context })
}

Bun.serve({
  hostname: process.env.HOST,
  port: process.env.PORT,
  routes: {
    '/users/:id': { GET: withContext(getUser) },
  },
  fetch: withContext(() => Response.json({ error: 'Not Found' }, { status: 404 })),
})
