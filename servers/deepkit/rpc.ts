import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { SerializationOptions } from '@deepkit/type'

/** Turns a parsed body into typed parameters; throws where it can't. */
type Cast<Call> = (body: unknown, options?: SerializationOptions) => Call

/** Answers `POST /<procedure>` with what `answer` makes of a call that `cast` accepts. */
export function serve<Call>(procedure: string, cast: Cast<Call>, answer: (call: Call) => unknown) {
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url === `/${procedure}`) receive(request, response, cast, answer)
    else sendJson(response, 404, { error: 'Not Found' })
  })
  server.listen(Number(process.env.PORT), process.env.HOST)
}

function receive<Call>(
  request: IncomingMessage,
  response: ServerResponse,
  cast: Cast<Call>,
  answer: (call: Call) => unknown,
) {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    let call: Call
    try {
      call = cast(JSON.parse(Buffer.concat(chunks).toString()), { loosely: false })
    } catch (error) {
      return sendJson(response, 422, { error: (error as Error).message })
    }
    sendJson(response, 200, answer(call))
  })
}

function sendJson(response: ServerResponse, status: number, value: unknown) {
  const body = JSON.stringify(value)
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}
