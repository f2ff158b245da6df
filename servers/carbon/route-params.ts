import { parseFields, parseId } from '../../shared/models/parameters.ts'
import { serve } from './http.ts'

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

await serve('GET', /^\/users\/[^/]+$/, (request, { pathname, searchParams }) => {
  const context: Context = {}
  for (const middleware of middlewares) middleware(request, context)
  const id = parseId(decode(pathname.slice('/users/'.length)))
  if (id === undefined) return Response.json({ error: 'Invalid id' }, { status: 400 })
  return Response.json({ id, fields: parseFields(searchParams.get('fields')), ...context })
})

function decode(parameter: string): string {
  try {
    return decodeURIComponent(parameter)
  } catch {
    return ''
  }
}
