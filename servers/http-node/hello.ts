import { createServer } from 'node:http'
import { isFor, sendJson } from './http.ts'

const server = createServer((request, response) => {
  if (isFor(request, 'GET', '/hello')) sendJson(response, 200, { hello: 'world' })
  else sendJson(response, 404, { error: 'Not Found' })
})

server.listen(Number(process.env.PORT), process.env.HOST)
