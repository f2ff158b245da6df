import type { IncomingMessage, ServerResponse } from 'node:http'
import type { IValidation } from 'typia'

/** Parses and validates a request's body and hands it on; answers 400 where it is malformed or wrong. */
export function receiveJson<T>(
  request: IncomingMessage,
  response: ServerResponse,
  parse: (text: string) => IValidation<T>,
  use: (value: T) => void,
) {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    let result: IValidation<T>
    try {
      result = parse(Buffer.concat(chunks).toString())
    } catch {
      return sendError(response, 400, 'Malformed JSON')
    }
    if (result.success) use(result.data)
    else sendError(response, 400, 'Invalid data', result.errors)
  })
}

export function sendJson(response: ServerResponse, status: number, body: string) {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

export function sendError(response: ServerResponse, status: number, error: string, errors?: IValidation.IError[]) {
  // Without the values: one may be nested so deep that no JSON can be made of it.
  const flaws = errors?.map(({ path, expected }) => ({ path, expected }))
  sendJson(response, status, JSON.stringify({ error, errors: flaws }))
}
