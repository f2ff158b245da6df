import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as z from 'zod'
import { parseFields } from '../../shared/models/parameters.ts'
import { sendJson } from './http.ts'

const Id = z.compile(
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number)
    .pipe(z.int()),
)

interface Context {
  tenant?: string
  language?: string
}

type Middleware = (request: IncomingMessage, context: Context) => void

const middlewares: Middleware[] = [
  (request, context) => {
    context.tenant = request.headers['x-tenant']?.toString() ?? 'public'
  },
  (request, context) => {
    context.language = request.headers['accept-language'] ?? 'en'
  },
]

function getUser(response: ServerResponse, parameter: string, query: URLSearchParams, context: Context) {
  const { success, data: id, error } = Id.safeParse(parameter)
  if (!success) return sendJson(response, 400, { error: 'Invalid id', issues: error.issues })
  sendJson(response, 200, { id, fields: parseFields(query.get('fields')), ...context })
}

const server = createServer((request, response) => {
  const context: Context = {}
  for (const middleware of middlewares) middleware(request, context)
  const url = URL.parse(`http://localhost${request.url}`)
  if (!url) return sendJson(response, 400, { error: 'Malformed URL' })
  const parameter = /^\/users\/([^/]+)$/.exec(url.pathname)?.[1]
  if (request.method !== 'GET' || parameter === undefined) return sendJson(response, 404, { error: 'Not Found' })
  try {
    getUser(response, decodeURIComponent(parameter), url.searchParams, context)
  } catch {
    sendJson(response, 400, { error: 'Malformed path' })
  }
})

server.listen(Number(process.env.PORT), process.env.HOST)
