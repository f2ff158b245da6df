import { createServer } from 'node:http'
import fastJson from 'fast-json-stringify'
import { sendError, sendJson } from './http.ts'

const stringify = fastJson({ type: 'object', properties: { hello: { type: 'string' } } })

const server = createServer((request, response) => {
  const path = request.url?.split('?')[0]
  if (request.method === 'GET' && path === '/hello') sendJson(response, 200, stringify({ hello: 'world' }))
  else sendError(response, 404, { error: 'Not Found' })
})

server.listen(Number(process.env.PORT), process.env.HOST)
