import { honest, serve } from '../user-server.ts'

serve((call) => {
  const { status, body } = honest(call)
  const length = { 'content-length': Buffer.byteLength(body) + 1, connection: 'close' }
  return { status, body, headers: { 'content-type': 'application/json', ...length } }
})
