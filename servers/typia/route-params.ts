import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import typia, { type tags } from 'typia'
import { parseFields } from '#shared/parameters'
import { sendError, sendJson } from './http.js'

interface Context {
  tenant: string
  language: string
}

type Middleware = (request: IncomingMessage, context: Partial<Context>) => void

const middlewares: Middleware[] = [
  (request, context) => {
    context.tenant = request.headers['x-tenant']?.toString() ?? 'public'
  },
  (request, context) => {
    context.language = request.headers['accept-language'] ?? 'en'
  },
]

/** An integer that JavaScript can hold: `int64` alone has more. */
type SafeInteger = number & tags.Type<'int64'> & tags.Minimum<-9007199254740991> & tags.Maximum<9007199254740991>

/** `createParameter` alone would take a blank for 0. */
const isInteger = typia.createIs<string & tags.Pattern<'^-?\\d+$'>>()
const readId = typia.http.createParameter<SafeInteger>()
const stringifyAnswer = typia.json.createStringify<{ id: number; fields: string[] } & Context>()

function getUser(response: ServerResponse, parameter: string, query: URLSearchParams, context: Partial<Context>) {
  const { tenant = '', language = '' } = context
  let id: number
  try {
    const text = decodeURIComponent(parameter)
    if (!isInteger(text)) return sendError(response, 400, 'Invalid id')
    id = readId(text)
  } catch {
    return sendError(response, 400, 'Invalid id')
  }
  sendJson(response, 200, stringifyAnswer({ id, fields: parseFields(query.get('fields')), tenant, language }))
}

const server = createServer((request, response) => {
  const context: Partial<Context> = {}
  for (const middleware of middlewares) middleware(request, context)
  const url = URL.parse(`http://localhost${request.url}`)
  if (!url) return sendError(response, 400, 'Malformed URL')
  const parameter = /^\/users\/([^/]+)$/.exec(url.pathname)?.[1]
  if (request.method !== 'GET' || parameter === undefined) return sendError(response, 404, 'Not Found')
  getUser(response, parameter, url.searchParams, context)
})

server.listen(Number(process.env.PORT), process.env.HOST)
