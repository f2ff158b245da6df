import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { deserializeUser, isUser } from '../../shared/user.ts'

const server = createServer((request, response) => {
  if (request.method === 'POST' && request.url === '/updateUser') updateUser(request, response)
  else sendJson(response, 404, { error: 'Not Found' })
})

function updateUser(request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    let body: unknown
    try {
      body = JSON.parse(Buffer.concat(chunks).toString())
    } catch {
      return sendJson(response, 400, { error: 'Malformed JSON' })
    }
    if (!isUser(body)) return sendJson(response, 400, { error: 'Invalid user' })
    const user = deserializeUser(body)
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    sendJson(response, 200, user)
  })
}

function sendJson(response: ServerResponse, status: number, value: unknown) {
  const body = JSON.stringify(value)
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

server.listen(Number(process.env.PORT), process.env.HOST)
