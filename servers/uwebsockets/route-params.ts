import uWS, { type HttpRequest, type HttpResponse } from 'uwebsockets'
import { parseFields, parseId } from '../../shared/models/parameters.ts'
import { sendJson, start } from './http.ts'

interface Context {
  tenant?: string
  language?: string
}

type Middleware = (request: HttpRequest, context: Context) => void
type Handler = (response: HttpResponse, request: HttpRequest, context: Context) => void

const middlewares: Middleware[] = [
  (request, context) => {
    context.tenant = request.getHeader('x-tenant') || 'public'
  },
  (request, context) => {
    context.language = request.getHeader('accept-language') || 'en'
  },
]

const behindMiddlewares = (handler: Handler) => (response: HttpResponse, request: HttpRequest) => {
  const context: Context = {}
  for (const middleware of middlewares) middleware(request, context)
  handler(response, request, context)
}

const app = uWS.App()

app.get(
  '/users/:id',
  behindMiddlewares((response, request, context) => {
    let id: number | undefined
    try {
      id = parseId(decodeURIComponent(request.getParameter(0)))
    } catch {
      return sendJson(response, 400, { error: 'Malformed path' })
    }
    if (id === undefined) return sendJson(response, 400, { error: 'Invalid id' })
    sendJson(response, 200, { id, fields: parseFields(request.getQuery('fields')), ...context })
  }),
)

start(app)
