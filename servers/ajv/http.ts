import type { IncomingMessage, ServerResponse } from 'node:http'

/** Parses a request's body as JSON and hands it on; answers 400 where it is malformed. */
export function receiveJson(request: IncomingMessage, response: ServerResponse, use: (body: unknown) => void) {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    let body: unknown
    try {
      body = JSON.parse(Buffer.concat(chunks).toString())
    } catch {
      return sendJson(response, 400, { error: 'Malformed JSON' })
    }
    use(body)
  })
}

export function sendJson(response: ServerResponse, status: number, value: unknown) {
  const body = JSON.stringify(value)
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}
