import type { IncomingMessage, ServerResponse } from 'node:http'
import superjson from 'superjson'

/** Decodes a request's body and hands the value on; responds with 400 where it cannot be decoded. */
export function receive(request: IncomingMessage, response: ServerResponse, use: (value: unknown) => void) {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    let value: unknown
    try {
      value = superjson.parse(Buffer.concat(chunks).toString())
    } catch {
      return send(response, 400, { error: 'Malformed body' })
    }
    use(value)
  })
}

export function send(response: ServerResponse, status: number, value: unknown) {
  const body = superjson.stringify(value)
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}
