/**
 * A server for the tests of the external generators, in a process of its own: answers in the way that its arguments
 * say, and tells over IPC what it saw.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HOST } from '../host/server-process.ts'

export type Manner = 'right' | 'some fail' | 'closes' | 'slow'

export interface Seen {
  requests: number
  distinctBodies: number
  /** Bytes of whole responses, headers included. */
  bytesSent: number
}

/** Milliseconds until a slow answer. */
const SLOW = 1_500

const manner = process.argv[2] as Manner
/** One request of so many is answered badly. */
const every = Number(process.argv[3])
const bodies = new Set<string>()
const seen: Seen = { requests: 0, distinctBodies: 0, bytesSent: 0 }

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (text: string) => {
    body += text
  })
  request.on('end', () => {
    seen.requests++
    bodies.add(body)
    const bad = seen.requests % every === 0
    if (manner === 'closes' && bad) return request.socket.destroy()
    const answer = () => {
      response.writeHead(manner === 'some fail' && bad ? 500 : 200, { 'content-length': Buffer.byteLength(body) })
      response.end(body)
    }
    if (manner === 'slow') setTimeout(answer, SLOW)
    else answer()
  })
})

let open = 0
server.on('connection', (socket) => {
  open++
  socket.on('close', () => {
    open--
    seen.bytesSent += socket.bytesWritten
  })
})

server.listen(0, HOST, () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('message', () => {
  // The generator has ended; its connections are counted when their end has come.
  const tell = () => (open > 0 ? setTimeout(tell, 5) : process.send?.({ ...seen, distinctBodies: bodies.size }))
  tell()
})
process.on('disconnect', () => process.exit())
