import { honest, serve } from '../user-server.ts'

serve((call) => {
  const { status, body } = honest(call)
  return { status, body, headers: { 'content-length': Buffer.byteLength(body) } }
})
