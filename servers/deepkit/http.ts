import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type SerializationOptions, ValidationError } from '@deepkit/type'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Answers that one route with the handler, and any other with 404. */
export function serve(method: string, path: string, handler: Handler) {
  const server = createServer((request, response) => {
    if (request.method === method && request.url === path) handler(request, response)
    else sendJson(response, 404, { error: 'Not Found' })
  })
  server.listen(Number(process.env.PORT), process.env.HOST)
}

/**
 * Hands on the typed value that `cast` makes of a request's body; answers 400 where that is malformed, or where `cast`
 * throws.
 */
export function receive<T>(
  request: IncomingMessage,
  response: ServerResponse,
  cast: (body: unknown, options?: SerializationOptions) => T,
  use: (value: T) => void,
) {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    let value: T
    try {
      value = cast(JSON.parse(Buffer.concat(chunks).toString()), { loosely: false })
    } catch (error) {
      return sendJson(response, 400, { error: 'Invalid body', issues: issuesOf(error) })
    }
    use(value)
  })
}

function issuesOf(error: unknown): { path: string; message: string }[] {
  if (!(error instanceof ValidationError)) return []
  return error.errors.map(({ path, message }) => ({ path, message }))
}

export function sendJson(response: ServerResponse, status: number, value: unknown) {
  const body = JSON.stringify(value)
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}
