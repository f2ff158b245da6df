import type { IncomingMessage, ServerResponse } from 'node:http'
import restify from 'restify'

declare module 'restify' {
  interface Server {
    /** Documented, and missing in its types: handlers that run before restify does anything; `false` ends the call. */
    first(handler: (req: IncomingMessage, res: ServerResponse) => boolean): this
  }
}

/** A server that refuses what restify ends or hangs on: a URL or a `Host` that `URL` cannot read, and an upgrade. */
export function createServer() {
  const server = restify.createServer()

  server.first((req, res) => {
    const base = `http://${req.headers.host || 'localhost'}`
    if (req.url?.startsWith('/') ? URL.canParse(base + req.url) : URL.canParse(req.url ?? '', base)) return true
    res.statusCode = 400
    res.end()
    return false
  })

  server.on('upgrade', (_req, socket) => {
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })

  return server
}
