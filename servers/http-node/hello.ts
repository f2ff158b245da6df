import { createServer } from 'node:http'
import { sendJson } from './http.ts'

const server = createServer((request, response) => {
  if (request.method === 'GET' && request.url === '/hello') sendJson(response, 200, { hello: 'world' })
  else sendJson(response, 404, { error: 'Not Found' })
})

server.listen(Number(process.env.PORT), process.env.HOST)
