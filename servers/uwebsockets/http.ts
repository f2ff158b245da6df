import type { HttpResponse, TemplatedApp } from 'uwebsockets'

const statusLines = {
  200: '200 OK',
  400: '400 Bad Request',
  401: '401 Unauthorized',
  404: '404 Not Found',
  429: '429 Too Many Requests',
}

type Status = keyof typeof statusLines

/** Parses a request's body as JSON and hands it on; answers 400 where it is malformed. */
export function receiveJson(response: HttpResponse, use: (body: unknown) => void) {
  const chunks: Buffer[] = []
  response.onAborted(() => {
    chunks.length = 0
  })
  response.onData((data, isLast) => {
    // The memory of a chunk is the server's again after this call.
    chunks.push(Buffer.from(isLast ? data : data.slice(0)))
    if (!isLast) return
    let body: unknown
    try {
      body = JSON.parse(Buffer.concat(chunks).toString())
    } catch {
      return sendJson(response, 400, { error: 'Malformed JSON' })
    }
    use(body)
  })
}

export function sendJson(response: HttpResponse, status: Status, value: unknown, headers: Record<string, string> = {}) {
  // Of a text whose letters are all in Latin-1, the server would send the bytes of Latin-1.
  const body = Buffer.from(JSON.stringify(value))
  response.cork(() => {
    response.writeStatus(statusLines[status]).writeHeader('Content-Type', 'application/json')
    for (const [name, header] of Object.entries(headers)) response.writeHeader(name, header)
    response.end(body)
  })
}

/** Answers 404 to whatever no route takes, and listens. */
export function start(app: TemplatedApp) {
  // `any` would send a body in the response to HEAD, which HTTP forbids.
  app.head('/*', (response) => response.writeStatus(statusLines[404]).endWithoutBody(0))
  app.any('/*', (response) => sendJson(response, 404, { error: 'Not Found' }))
  app.listen(process.env.HOST as string, Number(process.env.PORT), (socket) => {
    if (!socket) throw new Error(`Port ${process.env.PORT} is not free`)
  })
}
