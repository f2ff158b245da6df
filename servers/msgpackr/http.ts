import type { IncomingMessage, ServerResponse } from 'node:http'
import { Packr } from 'msgpackr'

const packr = new Packr({ moreTypes: true })

/** Decodes a request's body and hands the value on; responds with 400 where it cannot be decoded. */
export function receive(request: IncomingMessage, response: ServerResponse, use: (value: unknown) => void) {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    let value: unknown
    try {
      value = packr.unpack(Buffer.concat(chunks))
    } catch {
      return send(response, 400, { error: 'Malformed body' })
    }
    use(value)
  })
}

export function send(response: ServerResponse, status: number, value: unknown) {
  const body = packr.pack(value)
  response.writeHead(status, { 'Content-Type': 'application/vnd.msgpack', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}
