/** A server that sends one response to whatever it gets: the load generator is the limit. */
import { createServer } from 'node:net'

const { HOST, PORT, RESPONSE = '' } = process.env
const END = '\r\n\r\n'

createServer({ noDelay: true }, (socket) => {
  socket.setEncoding('latin1')
  let rest = ''
  socket.on('data', (text: string) => {
    const all = rest + text
    const requests = all.split(END).length - 1
    // The end of a request without a body may come in two pieces.
    rest = all.slice(requests > 0 ? all.lastIndexOf(END) + END.length : 0)
    if (requests > 0) socket.write(RESPONSE.repeat(requests))
  })
  socket.on('error', () => socket.destroy())
}).listen(Number(PORT), HOST)
