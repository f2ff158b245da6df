/** Servers whose responses have correct bodies behind faulty heads, only under load. */
import type { Socket } from 'node:net'
import type { FaultyServers } from './faulty-server.ts'
import { oneIn } from './load.ts'
import { rewritten, withConnection } from './user-server.ts'

const calls = new WeakMap<Socket, number>()
const DATE = 'Sat, 29 Oct 1994 19:43:31 GMT'

export const heads: FaultyServers = {
  'says-close-under-load': {
    description: 'says under load that it closes a connection, which it leaves open',
    respond: oneIn(20, (call) => rewritten(call, withConnection('Connection: close'))),
    disqualified:
      /were wrong, such as one after which clients reconnect \(Connection: close\) instead of /,
  },
  'speaks-old-http-under-load': {
    description: 'responds under load as HTTP/1.0, without keep-alive',
    respond: oneIn(20, (call) =>
      rewritten(call, (text) => withConnection('X: y')(text).replace('HTTP/1.1', 'HTTP/1.0')),
    ),
    disqualified: /such as one after which clients reconnect \(HTTP\/1.0 without keep-alive\)/,
  },
  'keeps-briefly-under-load': {
    description:
      'says under load, from the 31st response of a connection on, that it keeps it for a second',
    respond(call) {
      const { socket } = call.request
      const before = calls.get(socket) ?? 0
      calls.set(socket, before + 1)
      const isBrief = call.loaded && before >= 30
      return isBrief
        ? rewritten(call, withConnection('Connection: keep-alive\r\nKeep-Alive: timeout=1'))
        : call.correct
    },
    disqualified: /such as one after which clients reconnect \(Keep-Alive: timeout=1\) instead of /,
  },
  'claims-a-coding-under-load': {
    description: 'says under load that its plain bodies are gzipped',
    respond({ loaded, response, correct }) {
      if (loaded) response.setHeader('content-encoding', 'gzip')
      return correct
    },
    disqualified: /such as one with content-encoding gzip instead of /,
  },
  'stops-its-clock-under-load': {
    description: 'sends one and the same Date under load',
    respond({ loaded, response, correct }) {
      if (loaded) response.setHeader('date', DATE)
      return correct
    },
    disqualified: /such as one dated Sat, 29 Oct 1994 19:43:31 GMT instead of /,
  },
  'frames-twice-under-load': {
    description: 'sends both Content-Length and Transfer-Encoding under load',
    respond: oneIn(20, (call) =>
      rewritten(call, (text) => {
        const [head = '', body = ''] = text.split('\r\n\r\n')
        const size = Buffer.byteLength(body).toString(16)
        return `${head}\r\nTransfer-Encoding: chunked\r\n\r\n${size}\r\n${body}\r\n0\r\n\r\n`
      }),
    ),
    disqualified: /were wrong, such as a response with two lengths or framings: "HTTP\/1.1 200 OK/,
  },
  'continues-under-load': {
    description: 'sends an unrequested 100 Continue under load',
    respond: oneIn(20, ({ response, correct }) => {
      response.writeContinue()
      return correct
    }),
    disqualified: /were wrong, such as one behind a 100 Continue instead of /,
  },
}
