/**
 * Server for the tests of external generators, in its own process. Its arguments choose how it responds; it reports its
 * counts over IPC.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HOST } from '../host/server-process.ts'

export type Behavior = 'correct' | 'some fail' | 'closes' | 'slow'

export interface Seen {
  requests: number
  distinctBodies: number
  /** Bytes of whole responses, headers included. */
  bytesSent: number
}

/** Milliseconds until a slow response. */
const SLOW = 1_500

const behavior = process.argv[2] as Behavior
/** Every n-th request fails. */
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
    if (behavior === 'closes' && bad) return request.socket.destroy()
    const respond = () => {
      response.writeHead(behavior === 'some fail' && bad ? 500 : 200, { 'content-length': Buffer.byteLength(body) })
      response.end(body)
    }
    if (behavior === 'slow') setTimeout(respond, SLOW)
    else respond()
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
  // After the generator has ended, wait until its connections have closed: only then are their bytes counted.
  const report = () => (open > 0 ? setTimeout(report, 5) : process.send?.({ ...seen, distinctBodies: bodies.size }))
  report()
})
process.on('disconnect', () => process.exit())
