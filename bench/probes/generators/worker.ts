/** A server that sends one response to whatever it gets: the load generator is the limit. */
import { createServer } from 'node:net'

const { HOST, PORT, RESPONSE = '' } = process.env
const END = '\r\n\r\n'

/** A load checks the time. */
const dated = () => RESPONSE.replace('\r\n', `\r\ndate: ${new Date().toUTCString()}\r\n`)
let response = dated()
setInterval(() => {
  response = dated()
}, 1_000)

createServer({ noDelay: true }, (socket) => {
  socket.setEncoding('latin1')
  let rest = ''
  socket.on('data', (text: string) => {
    const all = rest + text
    const requests = all.split(END).length - 1
    // The end of a request without a body may come in two pieces.
    rest = all.slice(requests > 0 ? all.lastIndexOf(END) + END.length : 0)
    if (requests > 0) socket.write(response.repeat(requests))
  })
  socket.on('error', () => socket.destroy())
}).listen(Number(PORT), HOST)
