import { parseFields, parseId } from '../../shared/models/parameters.ts'
import { isGet } from './request.ts'

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

const userRoute = new URLPattern({ pathname: '/users/:id' })

function getUser(parameter: string, query: URLSearchParams, context: Context) {
  const id = parseId(parameter)
  if (id === undefined) return Response.json({ error: 'Invalid id' }, { status: 400 })
  return Response.json({ id, fields: parseFields(query.get('fields')), ...context })
}

Deno.serve({ hostname: Deno.env.get('HOST'), port: Number(Deno.env.get('PORT')) }, (request) => {
  const context: Context = {}
  for (const middleware of middlewares) middleware(request, context)
  const parameter = userRoute.exec(request.url)?.pathname.groups.id
  if (!isGet(request) || parameter === undefined) {
    return Response.json({ error: 'Not Found' }, { status: 404 })
  }
  try {
    return getUser(decodeURIComponent(parameter), new URL(request.url).searchParams, context)
  } catch {
    return Response.json({ error: 'Malformed path' }, { status: 400 })
  }
})
