/**
 * A server that does nothing: it answers the same response to every request, as fast as Node can, so that what drives it
 * is the limit. `PUT /?answer=<json>&busy=<microseconds>` sets the answer, and the work that it pretends for each request.
 */
import { createServer } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')
const NOTHING = Buffer.alloc(0)

let busyMilliseconds = 0
let response = NOTHING
/** The response so many times over, by their number. */
let responses: Buffer[] = []

function configure({ searchParams }: URL): void {
  busyMilliseconds = Number(searchParams.get('busy') ?? 0) / 1000
  const body = searchParams.get('answer') ?? '{}'
  // The headers of node:http, since a generator parses them all.
  const head = ['HTTP/1.1 200 OK', 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
  const general = [`Date: ${new Date().toUTCString()}`, 'Connection: keep-alive', 'Keep-Alive: timeout=5']
  response = Buffer.from(`${[...head, ...general].join('\r\n')}\r\n\r\n${body}`)
  responses = []
}

function work(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

configure(new URL('http://host/'))

createServer({ noDelay: true }, (socket) => {
  /** The end of the last chunk, where it may be the beginning of a head's end. */
  let rest = NOTHING
  socket.on('data', (chunk) => {
    const data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    // A request is counted by the end of its head: JSON text holds no empty line.
    let requests = 0
    let from = 0
    for (let at = data.indexOf(HEAD_END); at !== -1; at = data.indexOf(HEAD_END, from)) {
      requests++
      from = at + HEAD_END.length
    }
    const last = data.at(-1)
    rest = last === 10 || last === 13 ? data.subarray(Math.max(from, data.length - 3)) : NOTHING
    if (requests === 0) return
    // "PU", which no scenario's method begins with.
    if (data[0] === 80 && data[1] === 85) configure(new URL(data.toString().split(' ', 2)[1] ?? '', 'http://host'))
    if (busyMilliseconds > 0) work(requests * busyMilliseconds)
    const answer = responses[requests] ?? Buffer.concat(Array(requests).fill(response))
    responses[requests] = answer
    socket.write(answer)
  })
  socket.on('error', () => {})
}).listen(Number(process.env.PORT), process.env.HOST)
