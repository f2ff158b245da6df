import { honest, serve } from '../user-server.ts'

const unasked = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'

serve((call) => {
  const { socket } = call.response
  if (call.loaded && call.count % 500 === 0) setImmediate(() => socket?.write(unasked.repeat(20)))
  return honest(call)
})
