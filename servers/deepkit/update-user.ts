import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
// biome-ignore lint/style/useImportType: `import type` of Validate would leave the compiler without its metadata
import { castFunction, serializeFunction, Validate, ValidatorError } from '@deepkit/type'

function existingDate(value: unknown) {
  const valid = value instanceof Date && !Number.isNaN(value.getTime())
  return valid ? undefined : new ValidatorError('date', 'Not a date')
}

interface User {
  id: number
  name: string
  surname: string
  lastUpdate: Date & Validate<typeof existingDate>
}

const castCall = castFunction<{ updateUser: [user: User] }>()
const serializeAnswer = serializeFunction<{ updateUser: User }>()

function updateUser(user: User): User {
  user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
  return user
}

const server = createServer((request, response) => {
  if (request.method === 'POST' && request.url === '/updateUser') call(request, response)
  else sendJson(response, 404, { error: 'Not Found' })
})

function call(request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    let parameters: [user: User]
    try {
      parameters = castCall(JSON.parse(Buffer.concat(chunks).toString()), { loosely: false }).updateUser
    } catch (error) {
      return sendJson(response, 422, { error: (error as Error).message })
    }
    sendJson(response, 200, serializeAnswer({ updateUser: updateUser(...parameters) }))
  })
}

function sendJson(response: ServerResponse, status: number, value: unknown) {
  const body = JSON.stringify(value)
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

server.listen(Number(process.env.PORT), process.env.HOST)
