import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { parseFields, parseId } from '../../shared/models/parameters.ts'
import { sendJson } from './http.ts'

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

/** The parameter of `/users/:id`, as it stands in the path. */
const userPath = /^\/users\/([^/]+)$/

function getUser(request: IncomingMessage, response: ServerResponse, context: Context) {
  const { pathname, searchParams } = new URL(`http://localhost${request.url}`)
  const parameter = userPath.exec(pathname)?.[1]
  const isGet = request.method === 'GET' || request.method === 'HEAD'
  if (!isGet || parameter === undefined) return sendJson(response, 404, { error: 'Not Found' })
  const id = parseId(decodeURIComponent(parameter))
  if (id === undefined) return sendJson(response, 400, { error: 'Invalid id' })
  sendJson(response, 200, { id, fields: parseFields(searchParams.get('fields')), ...context })
}

const server = createServer((request, response) => {
  const context: Context = {}
  for (const middleware of middlewares) middleware(request, context)
  try {
    getUser(request, response, context)
  } catch {
    sendJson(response, 400, { error: 'Malformed URL' })
  }
})

server.listen(Number(process.env.PORT), process.env.HOST)
